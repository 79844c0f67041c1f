import type { JsonObject } from "@gatehouse-hooks/json";
import { claudeCodeSession } from "../claude-code/session.js";
import { clineSession } from "../cline/session.js";
import { codexSession } from "../codex/session.js";
import { copilotSession } from "../copilot/session.js";
import { geminiCliSession } from "../gemini-cli/session.js";
import { openCodeDatabase, openCodeExport } from "../opencode/session.js";
import { piSession } from "../pi/session.js";
import { qwenCodeSession } from "../qwen-code/session.js";
import { HEAD_RECORDS, type SessionFormat } from "../session/session-format.js";

/** The session files that can be read. */
export const SESSION_FORMATS: readonly SessionFormat[] = [
  claudeCodeSession,
  codexSession,
  geminiCliSession,
  copilotSession,
  openCodeDatabase,
  openCodeExport,
  qwenCodeSession,
  clineSession,
  piSession,
];

/**
 * The format of a file, by its first records. Of a database: by `{ tables }`, the names of its tables.
 *
 * @returns undefined: it is of none
 */
export function sessionFormatOf(head: readonly JsonObject[]): SessionFormat | undefined {
  const first = head.slice(0, HEAD_RECORDS);
  return SESSION_FORMATS.find((format) => format.is(first));
}

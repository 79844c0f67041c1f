import type { JsonObject } from "@gatehouse-hooks/json";
import { readCodex } from "./read-codex.js";
import { readCopilot } from "./read-copilot.js";
import { readGeminiCli } from "./read-gemini-cli.js";
import { readQwenCode } from "./read-qwen-code.js";
import { objectIn, stringIn } from "../session/fields.js";
import { type ReadSaid } from "./said.js";

/**
 * How the lines of the file are read that an agent's payload names as its transcript, by the host's name. Claude Code's are what the
 * package `hooks` reads by itself. Cursor's are its messages with the role outside. OpenCode and docker-agent name no file.
 */
export const TRANSCRIPT_READERS: Readonly<Record<string, ReadSaid>> = {
  "claude-code": (lines) => lines,
  codex: readCodex,
  "gemini-cli": readGeminiCli,
  copilot: readCopilot,
  "qwen-code": readQwenCode,
  cursor: (lines) =>
    lines.map((line): JsonObject => ({ ...objectIn(line, "message"), role: stringIn(line, "role") })),
};

/**
 * Where an agent keeps the transcript of a session, as parts of a path below the user's home, where most of its payloads do not name
 * it: by the host's name. A session whose name is not plain has none.
 */
export const TRANSCRIPT_PLACES: Readonly<Record<string, (session: string) => readonly string[] | undefined>> =
  {
    copilot: (session) =>
      /^[0-9a-z-]{1,100}$/i.test(session)
        ? [".copilot", "session-state", session, "events.jsonl"]
        : undefined,
  };

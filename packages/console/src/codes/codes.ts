import { ANALYSIS_CODES } from "./analysis.table.js";
import { ANSWER_CODES } from "./answers.table.js";
import type { CodeArea, CodeRow } from "./code-row.js";
import { CONDITION_CODES } from "./conditions.table.js";
import { DOCTOR_CODES } from "./doctor.table.js";
import { EVENT_CODES } from "./events.table.js";
import { FILE_CODES } from "./files.table.js";
import { FORMAT_CODES } from "./formats.table.js";
import { HOOK_CODES } from "./hooks.table.js";
import { HOST_CODES } from "./hosts.table.js";
import { MEMORY_CODES } from "./memory.table.js";
import { PLACE_CODES } from "./places.table.js";
import { POLICY_CODES } from "./policies.table.js";
import { RECORD_CODES } from "./records.table.js";
import { SERVER_CODES } from "./server.table.js";
import { SESSION_CODES } from "./sessions.table.js";

/** Every code that a user can see. A test finds the codes of all sources, and says which one is not here. */
export const CODES: readonly CodeArea[] = [
  POLICY_CODES,
  CONDITION_CODES,
  ANALYSIS_CODES,
  MEMORY_CODES,
  HOST_CODES,
  FILE_CODES,
  FORMAT_CODES,
  PLACE_CODES,
  EVENT_CODES,
  ANSWER_CODES,
  HOOK_CODES,
  RECORD_CODES,
  SERVER_CODES,
  SESSION_CODES,
  DOCTOR_CODES,
];

/** What a code means; undefined when it is not one. */
export function codeRow(name: string): CodeRow | undefined {
  for (const { rows } of CODES) for (const row of rows) if (row.code === name) return row;
  return undefined;
}

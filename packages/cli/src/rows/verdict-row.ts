import { parseReply } from "@gatehouse/judge";
import type { Row } from "../jsonl/row.js";
import { field } from "./field.js";

/** What a judge's reply says, or why it says nothing. */
export type VerdictAnswer =
  | { readonly ok: true; readonly decision: string; readonly reason: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** `{ reply }`. */
export function answerVerdict(row: Row, lenient: boolean): VerdictAnswer {
  if (row.kind === "refused") return { ok: false, code: row.issue.code, message: row.issue.message };
  return readReply(field(row.row, "reply"), lenient);
}

/** Reads one reply of any type; only a text can be a verdict. */
export function readReply(reply: unknown, lenient: boolean): VerdictAnswer {
  return parseReply(reply, { mode: lenient ? "lenient" : "strict" });
}

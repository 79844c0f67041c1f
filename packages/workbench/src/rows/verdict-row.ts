import { type JsonObject, type JsonValue, isRecord } from "@gatehouse-hooks/json";
import { parseReply } from "@gatehouse-hooks/judge";
import { field, type Row } from "@gatehouse-hooks/console/lines";

/** What a judge's reply says, or why it says nothing. */
export type VerdictAnswer =
  | { readonly ok: true; readonly decision: string; readonly reason: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** How a reply is read. */
type ReplyOptions = NonNullable<Parameters<typeof parseReply>[1]>;

/**
 * `{ reply }`, and where they matter `request: { nonce }`, the text that the reply must repeat, and
 * `meta: { finish_reason, status }`, what the transport said.
 */
export function answerVerdict(row: Row, lenient: boolean): VerdictAnswer {
  if (row.kind === "refused") return { ok: false, code: row.issue.code, message: row.issue.message };
  const nonce = within(row.row, "request", "nonce");
  const finishReason = within(row.row, "meta", "finish_reason");
  const status = within(row.row, "meta", "status");
  return readReply(field(row.row, "reply"), lenient, {
    ...(typeof nonce === "string" ? { nonce } : {}),
    meta: {
      ...(typeof finishReason === "string" ? { finishReason } : {}),
      ...(typeof status === "number" ? { status } : {}),
    },
  });
}

/** Reads one reply of any type; only a string can be a verdict. */
export function readReply(reply: unknown, lenient: boolean, options: ReplyOptions = {}): VerdictAnswer {
  return parseReply(reply, { ...options, mode: lenient ? "lenient" : "strict" });
}

function within(row: JsonObject, outer: string, inner: string): JsonValue | undefined {
  const value = field(row, outer);
  return isRecord(value) ? field(value, inner) : undefined;
}

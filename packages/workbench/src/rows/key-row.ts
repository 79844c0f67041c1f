import { type KeyParts, verdictKey } from "@gatehouse-hooks/cache";
import { NotJsonError } from "@gatehouse-hooks/json/canonical";
import type { Issue } from "@gatehouse-hooks/json";
import { field, type IssueRow, issueRow, type Row } from "@gatehouse-hooks/console/lines";

/** The cache key of a question, or why it has none. */
export type KeyAnswer =
  | { readonly key: string }
  | { readonly ok: false; readonly issues: readonly IssueRow[] };

/** `{ event, body, model, context }`; a `model` that is absent or null is the judge's default. */
export function answerKey(row: Row): KeyAnswer {
  if (row.kind === "refused") return failedKey(row.issue);
  const event = field(row.row, "event");
  const body = field(row.row, "body");
  const model = field(row.row, "model") ?? null;
  if (typeof event !== "string") return invalidKey("`event` must be a string: the event's name");
  if (typeof body !== "string") return invalidKey("`body` must be a string: the policy's text");
  if (model !== null && typeof model !== "string") return invalidKey("`model` must be a string or absent");
  const parts: KeyParts = { event, body, model, context: field(row.row, "context") ?? {} };
  try {
    return { key: verdictKey(parts) };
  } catch (error) {
    // The key's own limits on its data are today no tighter than those of a row.
    if (error instanceof NotJsonError) return invalidKey(error.message);
    throw error;
  }
}

function invalidKey(message: string): KeyAnswer {
  return failedKey({ severity: "error", code: "invalid-row", message });
}

function failedKey(issue: Issue): KeyAnswer {
  return { ok: false, issues: [issueRow(issue)] };
}

import { objectIn, objectsIn, stringIn } from "../session/fields.js";
import type { JsonObject } from "@gatehouse-hooks/json";
import { type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { endByText } from "../session/outcome-text.js";
import { ERROR_TEXTS, EXIT_TEXT, LINES_AFTER_EXIT, REWRITTEN_TEXT } from "./session-texts.table.js";

/** What became of a call, by its record in a message. */
export function endOfToolCall(call: JsonObject, params: JsonObject, isShell: boolean): CallEnd {
  const response = objectIn(objectIn(objectsIn(call, "result")[0] ?? {}, "functionResponse"), "response");
  const isError = stringIn(call, "status") === "error";
  const text = (isError ? stringIn(response, "error") : stringIn(response, "output")).trimEnd();
  const isRewritten = text.endsWith(REWRITTEN_TEXT);
  const plain = isRewritten ? text.slice(0, -REWRITTEN_TEXT.length).trimEnd() : text;
  const end = endOf(stringIn(call, "status"), plain, isShell);
  // The model's arguments are gone: the file has those that ran.
  return isRewritten && (end.outcome === "ran" || end.outcome === "failed")
    ? { ...end, outcome: "rewritten", by: "hook", actual: params, lost: [...(end.lost ?? []), "params"] }
    : end;
}

function endOf(status: string, text: string, isShell: boolean): CallEnd {
  if (status === "error") return endByText(text, ERROR_TEXTS) ?? { outcome: "failed", by: null };
  if (status !== "success") return UNKNOWN_END;
  if (!isShell) return { outcome: "ran", by: null };
  const exit = exitOf(text);
  return { outcome: exit === 0 ? "ran" : "failed", by: null, exit };
}

/** The exit code is a line behind the output, and is left out when it is 0. */
function exitOf(text: string): number {
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, Math.min(end, start + 200));
    const exit = EXIT_TEXT.exec(line)?.[1];
    if (exit !== undefined) return Number(exit);
    if (line !== "" && !LINES_AFTER_EXIT.some((one) => line.startsWith(one))) return 0;
    end = start - 1;
  }
  return 0;
}

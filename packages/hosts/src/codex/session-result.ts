import { isRecord, type JsonObject, type JsonValue, parseJsonObject } from "@gatehouse-hooks/json";
import type { CallEnd } from "../session/call-draft.js";
import { UNKNOWN_END } from "../session/call-draft.js";
import { numberIn, objectIn, stringIn, valueIn } from "../session/fields.js";
import { isSameJson } from "../session/is-same-json.js";
import { endByText } from "../session/outcome-text.js";
import { type CodexTool, commandOf, shellText, withCommand } from "./session-call.js";
import { EXIT_LINE, LAST_WORDS, OUTPUT_LINE, OUTPUT_TEXTS, RUNNING_LINE } from "./session-texts.table.js";

/** What an item says that was carried out in the place of a call, where that is another thing; undefined: it is what was asked. */
export function rewriteOf(called: CodexTool, item: JsonObject): JsonObject | undefined {
  const command = commandOf(called);
  const run = valueIn(item, "command");
  if (stringIn(item, "type") === "CommandExecution" && command !== undefined && Array.isArray(run)) {
    const text = shellText(run);
    return text === command ? undefined : withCommand(called, text);
  }
  const given = valueIn(item, "arguments");
  if (stringIn(item, "type") === "McpToolCall" && isRecord(given) && typeof called.params !== "string")
    return isSameJson(given, called.params) ? undefined : given;
  return undefined;
}

/** What an item of what was carried out says became of the call. */
export function endOfItem(called: CodexTool, item: JsonObject): CallEnd {
  const exit = stringIn(item, "type") === "CommandExecution" ? numberIn(item, "exit_code") : undefined;
  const status = stringIn(item, "status");
  const coded = exit === undefined ? {} : { exit };
  if (status === "declined") return { outcome: "denied", by: "native" };
  const actual = rewriteOf(called, item);
  if (actual !== undefined) return { outcome: "rewritten", by: "hook", actual, ...coded };
  if (status === "failed" || (exit !== undefined && exit !== 0))
    return { outcome: "failed", by: null, ...coded };
  // What has no status is in the file because it was carried out.
  if (status === "completed" || status === "") return { outcome: "ran", by: null, ...coded };
  return { ...UNKNOWN_END, ...coded };
}

/** What an output says became of a call of which nothing else is recorded. `isOver` false: the command runs on. */
export function endOfOutput(text: string): { readonly end: CallEnd; readonly isOver: boolean } {
  const known = endByText(text, OUTPUT_TEXTS);
  if (known !== undefined) return { end: known, isOver: true };
  const head = text.slice(0, Math.max(0, text.indexOf(OUTPUT_LINE)));
  const exit = EXIT_LINE.exec(head)?.[1] ?? olderExit(text);
  // What a hook put in the place of the command would be in the item that is not there.
  if (exit !== undefined)
    return {
      end: { outcome: Number(exit) === 0 ? "ran" : "failed", by: null, exit: Number(exit), lost: ["actual"] },
      isOver: true,
    };
  if (RUNNING_LINE.test(head))
    return { end: { outcome: "ran", by: null, lost: ["exit", "actual"] }, isOver: false };
  return { end: endByText(text, LAST_WORDS) ?? UNKNOWN_END, isOver: true };
}

/** Older versions: `{ output, metadata: { exit_code } }`. */
function olderExit(text: string): string | undefined {
  if (!text.startsWith('{"output"')) return undefined;
  const read: JsonValue | undefined = parseJsonObject(text, { loneSurrogates: "keep" }).value;
  const code = read === undefined ? undefined : numberIn(objectIn(read, "metadata"), "exit_code");
  return code === undefined ? undefined : String(code);
}

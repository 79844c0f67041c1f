import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import type { CallEnd } from "../session/call-draft.js";
import { objectIn, stringIn, textOf, valueIn } from "../session/fields.js";
import { endByText } from "../session/outcome-text.js";
import { DENIED_TEXTS, EXIT_CODE, REFUSED_TEXT, TOOL_ERROR } from "./session-texts.table.js";

/** What a result says; `asked`: a person's no, or a command that the person stopped. The next record tells. */
interface ResultEnd extends CallEnd {
  readonly asked?: true;
}

/**
 * What became of a call, by the block with its result and the record around it: first by what the record says of the permission,
 * then by the text.
 *
 * @param isShell an exit code is of a command only
 */
export function endOfResult(record: JsonObject, block: JsonObject, isShell: boolean): ResultEnd {
  const text = textOf(valueIn(block, "content"));
  if (valueIn(block, "is_error") !== true) return endOfSuccess(record, isShell);
  const permission = objectIn(record, "permissionDecision");
  const decision = stringIn(permission, "decision");
  const person = personOf(permission);
  if (decision === "reject") {
    const by = stringIn(permission, "source") === "hook" ? "hook" : "native";
    return { outcome: "denied", by, ...(person === undefined ? {} : { person }) };
  }
  const exit = isShell ? EXIT_CODE.exec(text)?.[1] : undefined;
  const failed: CallEnd = {
    outcome: "failed",
    by: null,
    ...(exit === undefined ? {} : { exit: Number(exit) }),
    ...(person === undefined ? {} : { person }),
  };
  if (decision === "accept") return failed;
  const kind = stringIn(record, "toolDenialKind");
  if (kind === "user-rejected" || text.startsWith(REFUSED_TEXT)) return refused(record);
  const denied = endByText(text, DENIED_TEXTS);
  if (denied !== undefined) return denied;
  if (kind !== "") return { outcome: "denied", by: "native" };
  if (exit !== undefined || text.startsWith(TOOL_ERROR)) return failed;
  return { outcome: "unknown", by: null, lost: ["outcome", "by"] };
}

function refused(record: JsonObject): ResultEnd {
  const end: CallEnd = { outcome: "denied", by: "native", person: "refused" };
  return valueIn(record, "toolDenialBeforeRun") === true ? end : { ...end, asked: true };
}

function endOfSuccess(record: JsonObject, isShell: boolean): CallEnd {
  const person = personOf(objectIn(record, "permissionDecision"));
  const result = objectIn(record, "toolUseResult");
  const said = person === undefined ? {} : { person };
  if (valueIn(result, "interrupted") === true) return { outcome: "failed", by: null, ...said };
  // The person has changed it while saying yes.
  const lost = valueIn(result, "userModified") === true ? { lost: ["actual" as const] } : {};
  if (!isShell) return { outcome: "ran", by: null, ...said, ...lost };
  // A code that is not 0 and no failure (`grep` that finds nothing) is put into words, and what runs on has none yet.
  const isCoded =
    stringIn(result, "returnCodeInterpretation") === "" && stringIn(result, "backgroundTaskId") === "";
  return {
    outcome: "ran",
    by: null,
    ...said,
    ...(isCoded ? { exit: 0 } : { lost: ["exit"] }),
  };
}

function personOf(permission: JsonObject): "allowed" | "refused" | undefined {
  if (!stringIn(permission, "source").startsWith("user_")) return undefined;
  return stringIn(permission, "decision") === "accept" ? "allowed" : "refused";
}

/** What hooks of this event print is read up to here. */
const MAX_ANSWER = 1024 * 1024;

/** The arguments that a hook before a call puts in the place of the model's, as its output says; undefined: it does not. */
export function updatedInput(attachment: JsonObject): JsonObject | undefined {
  if (stringIn(attachment, "hookEvent") !== "PreToolUse") return undefined;
  const text = stringIn(attachment, "stdout");
  if (text.length > MAX_ANSWER || !text.includes("updatedInput")) return undefined;
  const answer = parseJsonObject(text, { loneSurrogates: "keep" }).value;
  const said =
    answer === undefined ? undefined : valueIn(objectIn(answer, "hookSpecificOutput"), "updatedInput");
  return isRecord(said) ? said : undefined;
}

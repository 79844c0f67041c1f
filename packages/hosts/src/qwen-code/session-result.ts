import type { JsonObject } from "@gatehouse-hooks/json";
import { type CallEnd, UNKNOWN_END } from "../session/call-draft.js";
import { numberIn, objectIn, stringIn, valueIn } from "../session/fields.js";
import { endByText, type OutcomeText } from "../session/outcome-text.js";

const SEEN = "0.24.4";

/** The type of the error of a call that did not run. */
const DENIED_TYPE = "execution_denied";
/** Its text where rules denied it; else a hook did. */
const RULES_TEXT = "denied by permission rules";

/** Errors in the file of a sub-agent, which has no status, where the file of its parent is not at hand. */
const SUBAGENT_ERRORS: readonly OutcomeText[] = [
  { where: "anywhere", text: RULES_TEXT, outcome: "denied", by: "native", seen: SEEN },
  { where: "start", text: "Command: ", and: "\nExit Code: ", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: "File not found", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: "Failed to edit", outcome: "failed", by: null, seen: SEEN },
  { where: "start", text: 'Tool "', and: "not found in registry", outcome: "failed", by: null, seen: SEEN },
];

/** The exit code in the text of a command's result: the last such line but for what follows. */
const EXIT_CODE_LINE: RegExp = /^Exit Code: (-?\d{1,10})$/gm;

/** How a call ended, from its result or from the telemetry of the session. */
interface Status {
  readonly status: string;
  readonly errorType: string;
  readonly started: boolean;
  readonly text: string;
}

/** What became of a call: its result, `toolCallResult` beside it, and what the telemetry of the parent session says of it. */
export function endOfToolResult(
  response: JsonObject,
  result: JsonObject,
  told: JsonObject | undefined,
  isShell: boolean,
): CallEnd {
  const text = stringIn(response, "error") || stringIn(response, "output");
  const exit = isShell
    ? (numberIn(objectIn(result, "resultDisplay"), "exitCode") ?? exitIn(text))
    : undefined;
  const coded = exit === undefined ? {} : { exit };
  const status = stringIn(result, "status");
  if (status !== "") {
    const started = stringIn(result, "executionStatus") !== "not_started";
    return endOfStatus({ status, errorType: stringIn(result, "errorType"), started, text }, coded);
  }
  if (told !== undefined) return endOfTelemetry(told, text, coded);
  if (Object.hasOwn(response, "error"))
    return withExit(endByText(text, SUBAGENT_ERRORS) ?? UNKNOWN_END, coded);
  if (!Object.hasOwn(response, "output")) return UNKNOWN_END;
  return { outcome: (exit ?? 0) === 0 ? "ran" : "failed", by: null, ...coded };
}

/** What an event of the telemetry says: `qwen-code.tool_call`. */
function endOfTelemetry(told: JsonObject, text: string, coded: Coded): CallEnd {
  const started = stringIn(told, "execution_status") !== "not_started";
  return endOfStatus(
    { status: stringIn(told, "status"), errorType: stringIn(told, "error_type"), started, text },
    coded,
  );
}

type Coded = { readonly exit?: number };

function endOfStatus({ status, errorType, started, text }: Status, coded: Coded): CallEnd {
  if (errorType === DENIED_TYPE)
    return { outcome: "denied", by: text.includes(RULES_TEXT) ? "native" : "hook" };
  if (status === "success" || status === "error") {
    const failed = status === "error" || (coded.exit ?? 0) !== 0;
    // Without a type, what did not start may have been stopped by anybody.
    if (failed && !started && errorType === "") return UNKNOWN_END;
    return { outcome: failed ? "failed" : "ran", by: null, ...(started ? coded : {}) };
  }
  return withExit(UNKNOWN_END, coded);
}

function withExit(end: CallEnd, coded: Coded): CallEnd {
  return end.outcome === "denied" ? end : { ...end, ...coded };
}

/** The output may have such lines, too: the program's own is behind it. */
function exitIn(text: string): number | undefined {
  const tail = text.slice(-500);
  const code = Array.from(tail.matchAll(EXIT_CODE_LINE)).at(-1)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** What the telemetry of a session says of a call, of its sub-agents too; undefined: the record is another one. */
export function telemetryOf(record: JsonObject): JsonObject | undefined {
  if (stringIn(record, "subtype") !== "ui_telemetry") return undefined;
  const event = objectIn(objectIn(record, "systemPayload"), "uiEvent");
  return valueIn(event, "event.name") === "qwen-code.tool_call" ? event : undefined;
}

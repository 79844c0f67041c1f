import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import { TABLES } from "../vocabulary.js";

/** Where payloads have the result of a call, and where results have its parts. */
const RESULTS = [
  "tool_response",
  "tool_result",
  "toolResult",
  "tool_output",
  "result_json",
  "output",
  "result",
];
const OUTPUTS = ["stdout", "output", "textResultForLlm", "llmContent", "content"];
const CODES = ["exit_code", "exitCode", "exit", "returncode", "code"];

/** What a call came to, as Mimir's variables name it; what the agent does not say is left out. */
export function resultFields(event: Event): Readonly<Record<string, JsonValue | undefined>> {
  const raw = isRecord(event["raw"]) ? event["raw"] : {};
  const result = event["result"] ?? valueIn(raw, RESULTS);
  if (result === undefined || result === null) return { bash_exit_code: exitCode(event, raw, {}) };
  const parts = isRecord(result) ? result : {};
  const output = typeof result === "string" ? result : valueIn(parts, OUTPUTS);
  const { stderr } = parts;
  return {
    tool_result: result,
    bash_stdout: typeof output === "string" ? output : undefined,
    bash_stderr: typeof stderr === "string" ? stderr : typeof output === "string" ? "" : undefined,
    bash_exit_code: exitCode(event, raw, parts),
  };
}

/** Where the agent tells failures, a call that has not failed has ended with 0. */
function exitCode(event: Event, raw: JsonObject, parts: JsonObject): JsonValue | undefined {
  const said = valueIn(parts, CODES) ?? valueIn(raw, CODES);
  if (typeof said === "number") return said;
  return event["error"] === undefined && tellsFailures(event["host"]) ? 0 : undefined;
}

function tellsFailures(host: JsonValue | undefined): boolean {
  return TABLES.some(
    ({ title, events }) =>
      title.toLowerCase().replaceAll(" ", "-") === host &&
      events.some(({ canonical, failure }) => canonical === "after_tool_call" && failure !== undefined),
  );
}

function valueIn(object: JsonObject, keys: readonly string[]): JsonValue | undefined {
  const key = keys.find((one) => Object.hasOwn(object, one));
  return key === undefined ? undefined : object[key];
}

import type { Answer, Event } from "@gatehouse-hooks/engine";
import { type Builtin, NOTHING } from "../builtin-call.js";
import { redactText } from "@gatehouse-hooks/redact";

type Json = Event[string];
type JsonRecord = Readonly<Record<string, Json>>;

/**
 * `redact_secrets`: hides secrets in what goes out. In the arguments of a tool call (only the changed top-level keys are given
 * back, the others stay), in the messages to the model (the whole list is given back), in the answer of a tool. Other events
 * are left alone.
 */
export const redactSecrets: Builtin = ({ event }) => {
  switch (event.event) {
    case "pre_tool_use":
    case "tool_input_transform":
      return redactArguments(event);
    case "before_llm_call":
      return redactKey(event, "messages");
    case "tool_response_transform":
      return typeof event["tool_response"] === "string" ? redactKey(event, "tool_response") : NOTHING;
    default:
      return NOTHING;
  }
};

function redactArguments(event: Event): Answer {
  const input = event["tool_input"];
  if (!isRecord(input)) return NOTHING;
  const changed = Object.entries(input)
    .map(([key, value]) => [key, value, redactValue(value)] as const)
    .filter(([, before, after]) => before !== after)
    .map(([key, , after]) => [key, after] as const);
  if (changed.length === 0) return NOTHING;
  const tool = JSON.stringify(event["tool_name"] ?? "");
  return {
    ...NOTHING,
    updatedInput: Object.fromEntries(changed),
    systemMessages: [`redact_secrets: redacted secret material from arguments of tool ${tool}`],
  };
}

function redactKey(event: Event, key: string): Answer {
  const before = event[key];
  if (before === undefined) return NOTHING;
  const after = redactValue(before);
  return after === before ? NOTHING : { ...NOTHING, updatedInput: { [key]: after } };
}

/** The value without secrets in its texts; the value itself when there are none. Keys stay as they are. */
function redactValue(value: Json): Json {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) {
    const before: readonly Json[] = value;
    const after = before.map(redactValue);
    return after.some((item, i) => item !== before[i]) ? after : before;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, redactValue(item)] as const);
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

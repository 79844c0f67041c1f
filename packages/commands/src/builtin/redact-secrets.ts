import type { Answer, Event } from "@gatehouse-hooks/engine";
import { type Builtin, NO_OPINION } from "../builtin-call.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { FIXED_MASK, redactProperty, redactResult } from "@gatehouse-hooks/redact";

/**
 * `redact_secrets`: hides secrets in outgoing data. In the arguments of a tool call (only the changed top-level keys are
 * returned, the others stay), in the messages to the model (the whole list is returned), in the answer of a tool. Other events
 * are left alone.
 */
export const redactSecrets: Builtin = ({ event }) => {
  switch (event.event) {
    case "pre_tool_use":
    case "tool_input_transform":
      return redactArguments(event);
    case "before_llm_call":
      return redactKey(event, "messages");
    case "after_tool_call":
    case "tool_response_transform":
      return answerOf(redactResult(event));
    default:
      return NO_OPINION;
  }
};

function answerOf(updatedInput: JsonObject | undefined): Answer {
  return updatedInput === undefined ? NO_OPINION : { ...NO_OPINION, updatedInput };
}

function redactArguments(event: Event): Answer {
  const input = event["tool_input"];
  if (!isRecord(input)) return NO_OPINION;
  const changed = Object.entries(input)
    .map(([key, value]) => [key, value, redactProperty(key, value, FIXED_MASK)] as const)
    .filter(([, before, after]) => before !== after)
    .map(([key, , after]) => [key, after] as const);
  if (changed.length === 0) return NO_OPINION;
  const tool = JSON.stringify(event["tool_name"] ?? "");
  return {
    ...NO_OPINION,
    updatedInput: Object.fromEntries(changed),
    systemMessages: [`redact_secrets: redacted secret material from arguments of tool ${tool}`],
  };
}

function redactKey(event: Event, key: string): Answer {
  const before = event[key];
  if (before === undefined) return NO_OPINION;
  const after = redactProperty(key, before, FIXED_MASK);
  return after === before ? NO_OPINION : { ...NO_OPINION, updatedInput: { [key]: after } };
}

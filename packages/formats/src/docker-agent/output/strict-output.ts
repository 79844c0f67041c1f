import { eventKindOf } from "@gatehouse/engine";
import { canBlock, contractOf } from "../contract.js";
import type { HookOutput } from "./hook-output.js";

/** The first field of an output that the event cannot use, or another event's name; `null` when there is none. For hooks with `strict_output`. */
export function unsupportedField({ fields, eventName }: HookOutput, event: string): string | null {
  if (eventName !== "" && eventName !== event) return "hook_event_name";
  const contract = contractOf(event);
  const context = eventKindOf(event).context;
  const blocks = canBlock(event);
  const decides = contract.decision !== undefined;
  const allowed = new Set([
    "system_message",
    "hook_specific_output",
    "hook_event_name",
    ...(blocks ? ["continue", "stop_reason", "decision", "reason"] : []),
    ...(decides ? ["permission_decision", "permission_decision_reason"] : []),
    ...(context ? ["additional_context"] : []),
    ...(event === "session_start" || event === "turn_start" ? ["instruction_context"] : []),
    ...(contract.metadata === true ? ["metadata"] : []),
    ...(contract.rewrite === undefined ? [] : [contract.rewrite]),
  ]);
  return fields.find((field) => !allowed.has(field)) ?? null;
}

import { eventKindOf } from "../../vocabulary.js";
import { canBlock, contractOf, type EventContract } from "../contract.js";
import type { HookOutput } from "./hook-output.js";

/**
 * The first field of an output that the event cannot use, or another event's name; `null` when there is none.
 *
 * @param own the output is that of one of Gatehouse's own policies, which may ask and allow on every gating event
 */
export function unsupportedField(
  { fields, eventName }: HookOutput,
  event: string,
  own = false,
): string | null {
  if (eventName !== "" && eventName !== event) return "hook_event_name";
  const contract = contractOf(event);
  const { context } = eventKindOf(event);
  // A block that stops nothing is shown to the user: it is not lost.
  const blocks = canBlock(event) || own;
  const decides = contract.decision !== undefined || own;
  const rewrite = rewriteField(event, own);
  const allowed = new Set([
    "system_message",
    "hook_specific_output",
    "hook_event_name",
    ...(own ? ["suppress_output"] : []),
    ...(blocks ? ["continue", "stop_reason", "decision", "reason"] : []),
    ...(decides ? ["permission_decision", "permission_decision_reason"] : []),
    ...(context ? ["additional_context"] : []),
    ...(event === "session_start" || event === "turn_start" ? ["instruction_context"] : []),
    ...(contract.metadata === true ? ["metadata"] : []),
    ...(rewrite === undefined ? [] : [rewrite]),
  ]);
  return fields.find((field) => !allowed.has(field)) ?? null;
}

/**
 * The field of an output that rewrites an event.
 *
 * @param own the output is that of one of Gatehouse's own policies, which may also rewrite events that are not docker-agent's
 */
export function rewriteField(event: string, own: boolean): EventContract["rewrite"] {
  return contractOf(event).rewrite ?? (own && inputPath(event) !== undefined ? "updated_input" : undefined);
}

/** The field of an event that holds what can be rewritten key by key. */
export function inputPath(event: string): string | undefined {
  const { input } = eventKindOf(event);
  return input !== null && "path" in input ? input.path : undefined;
}

import type { Effect } from "@gatehouse-hooks/engine";
import type { ComparedDecision } from "./replay-input.js";
import type { FlipChange } from "./replay-part.js";

/**
 * What is different about two decisions on one event; `null`: nothing that a host would notice, and the same policy decides.
 * Reasons alone are not compared, those of warnings are.
 */
export function flipOf(before: ComparedDecision, after: ComparedDecision): FlipChange | null {
  if (before === after) return null;
  if (before.effect !== after.effect) return "effect";
  if (before.policy !== after.policy) return "policy";
  if (textOf(before.updatedInput) !== textOf(after.updatedInput)) return "rewrite";
  return attachedText(before) === attachedText(after) ? null : "attached";
}

function attachedText({ warnings, context, systemMessages }: ComparedDecision): string {
  if (warnings.length + context.length + systemMessages.length === 0) return "";
  return textOf([warnings.map(({ reason }) => reason), context, systemMessages]);
}

function textOf(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

const STRICTNESS: Readonly<Record<Effect, number>> = { deny: 3, ask: 2, abstain: 1, allow: 0 };

/** Above 0: the first is stricter (engine SPEC, "Merge"). */
export function strictnessBetween(one: Effect, other: Effect): number {
  return STRICTNESS[one] - STRICTNESS[other];
}

import type { CompiledPolicy } from "./compiled-policy.js";
import type { Decision } from "./decision.js";
import { traceEntry } from "./ledger.js";

/**
 * The decision when a policy denies by itself, nothing is attached, and no policy runs after a deny: what a walk over the
 * policies would come to (law: short-circuit), without one. `null` for other answers.
 *
 * @param one the first that applies to the event as it came
 */
export function plainDeny(one: CompiledPolicy): Decision | null {
  const { answer, policy } = one;
  if (answer === null || answer.kind !== "deny") return null;
  if (answer.context !== undefined || answer.systemMessages !== undefined) return null;
  if (answer.updatedInput !== undefined || answer.warnings !== undefined) return null;
  return {
    effect: "deny",
    policy: policy.id,
    reason: answer.reason,
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [traceEntry(policy, answer, { onFailure: "deny", again: false, notes: one.unparsed() })],
  };
}

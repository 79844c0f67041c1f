import { constantOf } from "@gatehouse-hooks/condition/analysis";
import type { Condition, Policy } from "../policy.js";

/** When a condition holds, as far as that can be told without an event. */
export type Holds = "always" | "never" | "sometimes";

/** A policy and when it applies to the events that it lists. */
export interface Applying {
  readonly policy: Policy;
  readonly matcher: Holds;
  readonly condition: Holds;
  /** Of both together. */
  readonly applies: Holds;
}

export function applying(policy: Policy): Applying {
  const matcher = holds(policy.matcher);
  const condition = holds(policy.condition);
  return { policy, matcher, condition, applies: both(matcher, condition) };
}

/** Absent and unparsable ones hold always (SPEC, "Policy"). */
function holds(condition: Condition | undefined): Holds {
  if (condition === undefined || condition.ast === null) return "always";
  return constantOf(condition.ast) ?? "sometimes";
}

/** A matcher that may fail is "sometimes", and then so is the whole: a failure is not a no. */
function both(matcher: Holds, condition: Holds): Holds {
  if (matcher === "always") return condition;
  return matcher;
}

import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import { conditionGoal, type Goal, notAllGoal } from "../solve/goal.js";

/** The conditions that have to hold for a policy to apply; one that did not parse holds always. */
export function testsOf({ matcher, condition }: Policy): readonly Expr[] {
  return [matcher?.ast, condition?.ast].flatMap((ast) => ast ?? []);
}

/** The policy applies. */
export function applyingGoals(policy: Policy): readonly Goal[] {
  return testsOf(policy).map((test) => conditionGoal(test, true));
}

/** The policy does not apply. */
export function notApplying(policy: Policy): Goal {
  return notAllGoal(testsOf(policy));
}

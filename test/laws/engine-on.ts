import { compilePolicies, policiesOf, type Policy, type PolicySet } from "@gatehouse-hooks/engine";
import { type Asking, drive, type Engine, type Run } from "./engine.js";
import { answerNeed, type Case } from "./world.js";

const known = new WeakMap<Case, readonly Policy[]>();

/** The policies of a case in their order; two engines on one case share them. */
export function compiled(one: Case): readonly Policy[] {
  const policies = known.get(one) ?? policiesOf(compilePolicies(one.policies).set);
  known.set(one, policies);
  return policies;
}

/** The engine with a set of policies made in another way. */
export function engineOn(setOf: (one: Case) => PolicySet): Engine {
  return {
    run: (one: Case, asking: Asking = "all"): Run =>
      drive(one, asking, (need) => answerNeed(one.world, need), setOf(one)),
  };
}

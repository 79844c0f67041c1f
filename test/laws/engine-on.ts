import {
  compilePolicies,
  type Policy,
  type PolicySet,
  step,
  type Verdict,
  policiesOf,
} from "@gatehouse-hooks/engine";
import type { Asking, Engine, Run } from "./engine.js";
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
    run: (one: Case, asking: Asking = "all"): Run => {
      const set = setOf(one);
      const verdicts = new Map<string, Verdict>();
      const rounds: string[][] = [];
      for (;;) {
        const next = step(set, one.event, verdicts);
        if (next.kind === "decided") return { decision: next.decision, rounds, asked: [...verdicts.keys()] };
        rounds.push(next.needs.map((need) => need.id));
        const chosen =
          asking === "all" ? next.needs : asking === "first" ? next.needs.slice(0, 1) : next.needs.slice(-1);
        for (const need of chosen) verdicts.set(need.id, answerNeed(one.world, need));
      }
    },
  };
}

import type { Event, PolicySet } from "@gatehouse-hooks/engine";
import type { CompiledPolicy } from "../../../packages/engine/src/compiled-policy.js";
import type { EventPolicies } from "../../../packages/engine/src/candidates/event-policies.js";
import { partsOf, policySet, sealSet } from "../../../packages/engine/src/policy-set.js";
import { compiled } from "../engine-on.js";
import type { Case } from "../world.js";

/** Keeps a policy among the candidates, or loses it. */
export type Keep = (one: CompiledPolicy, input: Event, original: Event) => boolean;

/** A set whose index loses policies. */
export function losing(one: Case, keep: Keep): PolicySet {
  const parts = partsOf(policySet(compiled(one), "index"));
  return sealSet({
    ...parts,
    forEvent: (name) => {
      const real = parts.forEvent(name);
      const { policies, enforced, someAlwaysRun } = real;
      const broken: Pick<EventPolicies, "policies" | "enforced" | "someAlwaysRun" | "candidates"> = {
        policies,
        enforced,
        someAlwaysRun,
        candidates: (event) =>
          real.candidates(event).filter((position) => {
            const policy = policies[position];
            return policy === undefined || keep(policy, event, one.event);
          }),
      };
      return broken as EventPolicies;
    },
  });
}

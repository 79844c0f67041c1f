import type { Need } from "./need.js";
import type { Policy } from "./policy.js";
import { partsOf, type PolicySet } from "./policy-set.js";

/**
 * Whether the policy of a need runs even after a deny, so that its answer is wanted whatever the answers before it are, and it need not
 * wait for these. Looks at the
 * policies that may apply to the need's event, not at the others of the set.
 *
 * @param set the one that was stepped
 */
export function runsInAnyCase(set: PolicySet, need: Need): boolean {
  const policies = partsOf(set).forEvent(need.event.event);
  if (!policies.someAlwaysRun) return false;
  const named = policies.candidates(need.event).flatMap((position) => {
    const policy = policies.at(position)?.policy;
    return policy?.id === need.policy && policy.tier === need.tier ? [policy] : [];
  });
  return named.length > 0 && named.every((policy) => policy.alwaysRuns === true && !waits(policy));
}

/** Whether some policy of an event runs even after a deny, so that the first deny does not say everything that is to happen. */
export function someRunInAnyCase(set: PolicySet, event: string): boolean {
  return partsOf(set).forEvent(event).someAlwaysRun;
}

/** Its format lets hooks run one after the other. */
function waits({ handler }: Policy): boolean {
  return handler.kind === "command" && handler.inOrder === true;
}

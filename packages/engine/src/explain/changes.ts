import type { CompiledPolicy } from "../compiled-policy.js";
import type { Decision } from "../decision.js";
import type { Event } from "../event.js";
import type { SetParts } from "../policy-set.js";
import type { Remembered } from "../facts/cell.js";
import type { Verdicts } from "../need.js";
import type { Change } from "./explanation.js";
import { watchedWalk } from "./watched-walk.js";

/** The most policies that are left out one after the other. */
const MAX_LEFT_OUT = 3;

/**
 * Leaves out the policy that decides, and then the one that decides instead, until the effect is another one.
 */
export function changesOf(
  policies: readonly CompiledPolicy[],
  parts: Pick<SetParts, "kinds" | "deriving">,
  event: Event,
  verdicts: Verdicts,
  decision: Decision,
  remembered?: Remembered,
): readonly Change[] {
  const changes: Change[] = [];
  let left = policies;
  let decider = decision.policy;
  while (decider !== null && changes.length < MAX_LEFT_OUT) {
    const out: string = decider;
    left = left.filter((one) => one.policy.id !== out);
    const walk = watchedWalk(left, parts, event, verdicts, undefined, remembered);
    const without = [...(changes.at(-1)?.without ?? []), out];
    if (walk.needs.length > 0) {
      const needs = [...new Set(walk.needs.map((need) => need.policy))];
      return [...changes, { without, effect: null, policy: null, needs }];
    }
    const { effect, policy } = walk.decision();
    changes.push({ without, effect, policy, needs: [] });
    if (effect !== decision.effect) return changes;
    decider = policy;
  }
  return changes;
}

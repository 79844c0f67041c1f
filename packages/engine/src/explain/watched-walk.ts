import { EventPolicies } from "../candidates/event-policies.js";
import type { CompiledPolicy } from "../compiled-policy.js";
import type { Event } from "../event.js";
import type { SetParts } from "../policy-set.js";
import type { Remembered } from "../facts/cell.js";
import type { Verdicts } from "../need.js";
import { Walk, type Watcher } from "../walk.js";

/** Evaluates every policy, including those that do not apply. The outcome is that of `step`. */
export function watchedWalk(
  policies: readonly CompiledPolicy[],
  { kinds, deriving }: Pick<SetParts, "kinds" | "deriving">,
  event: Event,
  verdicts: Verdicts,
  watcher?: Watcher,
  remembered?: Remembered,
): Walk {
  const all = new EventPolicies(policies, "scan", kinds, deriving);
  const start = { position: 0, applies: policies[0]?.applies(event, remembered) ?? "no" };
  const walk = new Walk(all, all.candidates(event), start, event, verdicts, watcher, undefined, remembered);
  walk.run();
  return walk;
}

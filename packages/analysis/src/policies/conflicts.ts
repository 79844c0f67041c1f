import type { Policy } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { EventFinder } from "./event-finder.js";
import type { ConflictFinding } from "./finding.js";
import type { Goal } from "../solve/goal.js";
import { lookAtEvents } from "./look-at-events.js";
import type { Probe } from "./probe.js";
import { applyingGoals, notApplying, testsOf } from "./tests-of.js";

/** Events that are looked at for one allow and one kind of event. */
const MOST_LOOKS = 12;

/**
 * The static policies that deny or ask for some of the events that a static allow is for, each of the two being for others, too. An
 * exception to a wide rule is none, nor is what differs in tier or priority: there somebody has said which one comes first.
 */
export function conflictsOf(
  allow: Policy,
  policies: readonly Policy[],
  finder: EventFinder,
  probe: Probe,
): readonly ConflictFinding[] {
  if (!isStatic(allow, ["allow"])) return [];
  const rivals = policies.filter(
    (one) =>
      isStatic(one, ["deny", "ask"]) &&
      one.enabled &&
      one.tier === allow.tier &&
      one.priority === allow.priority,
  );
  const found = new Map<Policy, JsonObject>();
  for (const event of allow.events) {
    const over = rivals.filter((one) => one.events.includes(event) && !found.has(one));
    for (const [winner, witness] of overlaps(allow, over, event, finder, probe))
      if (isPartly(winner, allow, event, finder) && isPartly(allow, winner, event, finder))
        found.set(winner, witness);
  }
  return [...found].map(([winner, witness]) => ({ kind: "conflict", policy: allow, winner, witness }));
}

/** The rivals that decide events that the allow applies to, each with one of them. */
function overlaps(
  allow: Policy,
  rivals: readonly Policy[],
  event: string,
  finder: EventFinder,
  probe: Probe,
): ReadonlyMap<Policy, JsonObject> {
  const found = new Map<Policy, JsonObject>();
  const goals: readonly Goal[] = [{ kind: "choice", options: rivals.map(applyingGoals) }];
  lookAtEvents({ policy: allow, event, finder, goals, most: MOST_LOOKS }, (witness) => {
    const decider = probe.run(witness)?.decider ?? null;
    // What a judge says, or an allow that vouches for what it writes, is not looked behind.
    if (decider === null || !isStatic(decider, ["deny", "ask"])) return undefined;
    if (rivals.includes(decider)) found.set(decider, witness);
    return [notApplying(decider)];
  });
  return found;
}

/** The first applies to an event that the second does not apply to. */
function isPartly(one: Policy, other: Policy, event: string, finder: EventFinder): boolean {
  return finder.find(event, { hold: testsOf(one), goals: [notApplying(other)] }).kind === "found";
}

function isStatic({ handler }: Policy, verdicts: readonly string[]): boolean {
  return handler.kind === "static" && verdicts.includes(handler.verdict);
}

import { begin, type Decision, type Event, kindsOf, someRunInAnyCase } from "@gatehouse-hooks/engine";
import type { FreshStore } from "./read-store.js";

/**
 * The decision of an event, where it takes no host and no question; what the runtime of the whole command decides.
 *
 * @returns undefined where it takes the whole command
 */
export function decideFromStore(
  { set, trusted, completed }: FreshStore,
  event: Event,
  unknownEvents: "abstain" | "deny",
): Decision | undefined {
  if (completed.includes(event.event)) return undefined;
  // Where a session begins or ends, the verdicts that are kept for it are forgotten, which takes the cache.
  if (kindsOf(set).of(event.event).session !== undefined) return undefined;
  const whole = begin(set, event, { unknownEvents });
  // Where no policy at all speaks, none of the trusted ones does.
  if (whole.kind === "decided" && whole.decision.effect === "abstain" && whole.decision.trace.length === 0)
    return whole.decision;
  const first = begin(trusted, event, { unknownEvents });
  if (first.kind === "decided" && first.decision.effect === "deny")
    // Which of the project's run then is for the whole command to say.
    return someRunInAnyCase(set, event.event) ? undefined : first.decision;
  return whole.kind === "pending" ? undefined : whole.decision;
}

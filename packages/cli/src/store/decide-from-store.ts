import {
  admitEvent,
  type Decision,
  type Event,
  kindsOf,
  type PolicySet,
  someRunInAnyCase,
  step,
  type Verdicts,
} from "@gatehouse-hooks/engine";
import { refusal } from "../jsonl/refusal.js";
import type { FreshStore } from "./read-store.js";

const NO_VERDICTS: Verdicts = new Map();

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
  const whole = decisionOf(set, event, unknownEvents);
  // Where no policy at all speaks, none of the trusted ones does.
  if (whole?.effect === "abstain" && whole.trace.length === 0) return whole;
  const first = step(trusted, event, NO_VERDICTS);
  if (first.kind === "decided" && first.decision.effect === "deny") {
    // Which of the project's run then is for the whole command to say.
    if (someRunInAnyCase(set, event.event)) return undefined;
    const decision = decisionOf(trusted, event, unknownEvents);
    if (decision === undefined || decision.effect === "deny") return decision;
  }
  return whole;
}

function decisionOf(set: PolicySet, given: Event, unknownEvents: "abstain" | "deny"): Decision | undefined {
  const admission = admitEvent(set, given, { unknownEvents });
  if (admission.kind === "refused") {
    const { notice } = admission;
    return { ...refusal({ severity: "error", ...notice }), reason: notice.message, notices: [notice] };
  }
  const { event, notices } = admission;
  const next = step(set, event, NO_VERDICTS);
  if (next.kind === "pending") return undefined;
  return notices.length === 0 ? next.decision : { ...next.decision, notices };
}

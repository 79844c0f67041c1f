import type { Decision } from "./decision.js";
import type { Event } from "./event.js";
import { eventKindOf } from "./event-kind-of.js";
import type { Need, Verdicts } from "./need.js";
import type { PolicySet } from "./policy-set.js";
import { Walk } from "./walk.js";

/** The decision is made. */
export interface Decided {
  readonly kind: "decided";
  readonly decision: Decision;
}

/** Verdicts are missing: answer at least one need and step again. */
export interface Pending {
  readonly kind: "pending";
  /** At least one, in order of evaluation, none of them answered yet. */
  readonly needs: readonly Need[];
}

/**
 * Decides what can be decided (SPEC, "Step"). Pure and stateless: the same arguments give the same answer, everything
 * between two steps can be stored, and a recorded map of verdicts replays a decision.
 *
 * @param set made by `compilePolicies`
 * @param event made by `readEvent`
 * @param verdicts by need id; verdicts that nobody needs are ignored
 */
export function step(set: PolicySet, event: Event, verdicts: Verdicts): Decided | Pending {
  const walk = new Walk(event, eventKindOf(event.event), verdicts);
  walk.run(set.forEvent(event.event));
  return walk.needs.length > 0
    ? { kind: "pending", needs: walk.needs }
    : { kind: "decided", decision: walk.decision() };
}

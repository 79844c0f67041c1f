import { type CompiledPolicy, NO_NOTES } from "./compiled-policy.js";
import { traceEntry } from "./ledger.js";
import { isSealed } from "@gatehouse-hooks/json";
import type { Decision } from "./decision.js";
import type { Event } from "./event.js";
import type { PoliciesOfEvent } from "./candidates/policies-of-event.js";
import type { Need, Verdicts } from "./need.js";
import { partsOf, type PolicySet } from "./policy-set.js";
import { type Start, Walk } from "./walk.js";

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
 * @param verdicts by need id; verdicts that are not needed are ignored
 */
export function step(set: PolicySet, event: Event, verdicts: Verdicts): Decided | Pending {
  const policies = partsOf(set).forEvent(event.event);
  const { deriving } = policies;
  const input = deriving.input(event);
  return stepOn(policies, input, verdicts, input === event ? NO_NOTES : REPLACED);
}

/** For the trace of policies that read facts. */
const REPLACED: readonly string[] = Object.freeze([
  "replaced `facts` of the event by those that are derived",
]);

/** @param notes for policies that read facts */
function stepOn(
  policies: PoliciesOfEvent,
  event: Event,
  verdicts: Verdicts,
  notes: readonly string[],
): Decided | Pending {
  const candidates = policies.candidates(event);
  const start = firstToSpeak(policies, candidates, event);
  if (start === null) return NOBODY_SPEAKS;
  const plain = plainDecision(policies, start, event, notes);
  if (plain !== null) return { kind: "decided", decision: plain };
  const walk = new Walk(policies, candidates, start, event, verdicts, undefined, notes);
  walk.run();
  return walk.needs.length > 0
    ? { kind: "pending", needs: walk.needs }
    : { kind: "decided", decision: walk.decision() };
}

/** The policies that apply before any rewrite of the input; most events end here. */
function firstToSpeak(policies: PoliciesOfEvent, candidates: readonly number[], event: Event): Start | null {
  const sealed = isSealed(event) ? event : null;
  for (const position of candidates) {
    const one = policies.at(position);
    if (one === undefined) continue;
    const applies = sealed === null ? one.applies(event) : one.appliesToSealed(sealed);
    if (applies !== "no") return { position, applies };
  }
  return null;
}

function plainDecision(
  policies: PoliciesOfEvent,
  { position, applies }: Start,
  event: Event,
  notes: readonly string[],
): Decision | null {
  const one = policies.at(position);
  return one === undefined || applies !== "yes" || policies.someAlwaysRun
    ? null
    : plainDeny(one, event, notes);
}

/** The answer to an event that no policy applies to: one shared object. */
const NOBODY_SPEAKS: Decided = Object.freeze({
  kind: "decided",
  decision: Object.freeze({
    effect: "abstain",
    policy: null,
    reason: "",
    warnings: Object.freeze([]),
    context: Object.freeze([]),
    systemMessages: Object.freeze([]),
    trace: Object.freeze([]),
  }),
});

/**
 * The decision when a policy denies by itself, nothing is attached, and no policy runs after a deny: what a walk over the
 * policies would come to (law: short-circuit), without one. `null` for other answers.
 *
 * @param one the first that applies to the event as it came
 */
function plainDeny(one: CompiledPolicy, event: Event, notes: readonly string[]): Decision | null {
  const { answer, policy } = one;
  if (answer === null || answer.kind !== "deny") return null;
  if (answer.context !== undefined || answer.systemMessages !== undefined) return null;
  if (answer.updatedInput !== undefined || answer.warnings !== undefined) return null;
  return {
    effect: "deny",
    policy: policy.id,
    reason: answer.reason,
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [
      traceEntry(policy, answer, {
        onFailure: "deny",
        again: false,
        notes: one.readsFacts ? [...one.unparsed(), ...notes] : one.unparsed(),
        facts: one.shownFacts(event),
      }),
    ],
  };
}

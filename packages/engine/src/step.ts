import { type CompiledPolicy, NO_NOTES } from "./compiled-policy.js";
import { traceEntry } from "./ledger.js";
import { isSealed, ownProperties } from "@gatehouse-hooks/json";
import type { Decision, EventNotice } from "./decision.js";
import type { Event } from "./event.js";
import { FACTS } from "./facts/derive.js";
import type { Remembered } from "./facts/cell.js";
import type { PoliciesOfEvent } from "./candidates/policies-of-event.js";
import type { Need, Verdicts } from "./need.js";
import { partsOf, type PolicySet } from "./policy-set.js";
import { refusal } from "./refusal.js";
import type { Verdict } from "./verdict.js";
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

/** What is decided: the event as it was admitted, and the policies. */
export interface Admitted {
  readonly set: PolicySet;
  readonly event: Event;
  /** What is odd about the event. */
  readonly notices: readonly EventNotice[];
  /** By need id: what has been answered. */
  readonly verdicts: Verdicts;
  /** What is remembered of the events before; absent: nothing is known of them. */
  readonly remembered?: Remembered | undefined;
}

/** A decision that is made. The notices are part of it. */
export interface Finished extends Decided, Admitted {}

/** A decision that lacks verdicts: give some of them to `settle`. */
export interface Unfinished extends Pending, Admitted {}

/**
 * Decides what can be decided (SPEC, "Step"). Pure and stateless: the same arguments give the same answer, everything
 * between two steps can be stored, and a recorded map of verdicts replays a decision.
 *
 * @param set made by `compilePolicies`
 * @param event made by `readEvent`
 * @param verdicts by need id; verdicts that are not needed are ignored
 * @param remembered what is remembered of the events before; without it, policies that read cells fail (SPEC, "Memory")
 */
export function step(
  set: PolicySet,
  event: Event,
  verdicts: Verdicts,
  remembered?: Remembered,
): Decided | Pending {
  const policies = partsOf(set).forEvent(event.event);
  const { deriving } = policies;
  const input = deriving.input(event);
  return stepOn(policies, input, verdicts, hadFacts(event, input) ? REPLACED : NO_NOTES, remembered);
}

/** Whether facts that came with the event are not in the input. */
function hadFacts(event: Event, input: Event): boolean {
  return input !== event && Object.hasOwn(event, FACTS) && !Object.hasOwn(input, FACTS);
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
  remembered: Remembered | undefined,
): Decided | Pending {
  const candidates = policies.candidates(event);
  const start = firstToSpeak(policies, candidates, event, remembered);
  if (start === null) return NOBODY_SPEAKS;
  const plain = plainDecision(policies, start, event, notes, remembered);
  if (plain !== null) return { kind: "decided", decision: plain };
  const walk = new Walk(policies, candidates, start, event, verdicts, undefined, notes, remembered);
  walk.run();
  return walk.needs.length > 0
    ? { kind: "pending", needs: walk.needs }
    : { kind: "decided", decision: walk.decision() };
}

/** The policies that apply before any rewrite of the input; most events end here. */
function firstToSpeak(
  policies: PoliciesOfEvent,
  candidates: readonly number[],
  event: Event,
  remembered: Remembered | undefined,
): Start | null {
  const sealed = isSealed(event) ? event : null;
  for (const position of candidates) {
    const one = policies.at(position);
    if (one === undefined) continue;
    const applies =
      sealed === null ? one.applies(event, remembered) : one.appliesToSealed(sealed, remembered);
    if (applies !== "no") return { position, applies };
  }
  return null;
}

function plainDecision(
  policies: PoliciesOfEvent,
  { position, applies }: Start,
  event: Event,
  notes: readonly string[],
  remembered: Remembered | undefined,
): Decision | null {
  const one = policies.at(position);
  return one === undefined || applies !== "yes" || policies.someAlwaysRun
    ? null
    : plainDeny(one, event, notes, remembered);
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
function plainDeny(
  one: CompiledPolicy,
  event: Event,
  notes: readonly string[],
  remembered: Remembered | undefined,
): Decision | null {
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
        facts: one.shownFacts(event, remembered),
        memory: one.shownCells(event, remembered),
      }),
    ],
  };
}

/** One step of an event that was admitted. */
export function stepOnce(
  set: PolicySet,
  event: Event,
  notices: readonly EventNotice[],
  verdicts: Verdicts,
  remembered?: Remembered,
): Finished | Unfinished {
  const next = step(set, event, verdicts, remembered);
  return next.kind === "pending"
    ? { kind: "pending", needs: next.needs, set, event, notices, verdicts, remembered }
    : {
        kind: "decided",
        decision: noticed(next.decision, notices),
        set,
        event,
        notices,
        verdicts,
        remembered,
      };
}

function noticed(decision: Decision, notices: readonly EventNotice[]): Decision {
  return notices.length === 0 ? decision : ownProperties({ ...decision, notices });
}

/** Verdicts by need id, or what answers a need; undefined where it has no answer. */
export type Answers = Verdicts | ((need: Need) => Verdict | undefined);

/**
 * Rounds of needs. Each answers a need that no round before had, and there are finitely many (law: termination), so it is
 * met by a fault of the engine only.
 */
const MOST_ROUNDS = 100_000;

/**
 * Goes on with a decision until it is made, or no need that is open has an answer (SPEC, "Step").
 *
 * @example
 * const begun = begin(set, event);
 * const settled = begun.kind === "pending" ? settle(begun, () => ({ kind: "approve", reason: "" })) : begun;
 */
export function settle(unfinished: Unfinished, answers: (need: Need) => Verdict): Finished;
export function settle(unfinished: Unfinished, answers: Answers): Finished | Unfinished;
export function settle(unfinished: Unfinished, answers: Answers): Finished | Unfinished {
  const { set, event, notices, remembered } = unfinished;
  if (typeof answers !== "function")
    return stepOnce(set, event, notices, new Map([...unfinished.verdicts, ...answers]), remembered);
  let open = unfinished;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const verdicts = new Map(open.verdicts);
    for (const need of open.needs) {
      const verdict = answers(need);
      if (verdict !== undefined) verdicts.set(need.id, verdict);
    }
    if (verdicts.size === open.verdicts.size) return open;
    const next = stepOnce(set, event, notices, verdicts, remembered);
    if (next.kind === "decided") return next;
    open = next;
  }
  const { verdicts } = open;
  const decision = refusal("the policies ask without an end");
  return { kind: "decided", decision, set, event, notices, verdicts };
}

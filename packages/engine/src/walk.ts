import { ownRecord } from "@gatehouse-hooks/json";
import type { PoliciesOfEvent } from "./candidates/policies-of-event.js";
import { type Applies, type CompiledPolicy, NO_NOTES } from "./compiled-policy.js";
import type { Decision, Effect, TraceEntry } from "./decision.js";
import type { Event } from "./event.js";
import type { EventKind } from "./event-kind.js";
import { usesFacts } from "./facts/reads-facts.js";
import { Ledger, traceEntry } from "./ledger.js";
import type { Remembered } from "./facts/cell.js";
import type { Need, Verdicts } from "./need.js";
import { sessionOf } from "./session-of.js";
import { InputRewrite, type Written } from "./rewrite.js";
import type { Answer, Failure, Verdict } from "./verdict.js";

/** The first candidate that applies to the original event. */
export interface Start {
  /** Its place in the order of evaluation. No policy before it applies to the original event. */
  readonly position: number;
  readonly applies: Applies;
}

/** Observes the evaluation of policies. */
export interface Watcher {
  /** A policy was evaluated on an input. */
  asked(position: number, input: Event, applies: Applies): void;
  /** A verdict is missing. */
  missed(position: number, need: Need): void;
  /** A verdict was added to the decision. */
  merged(position: number, entry: TraceEntry): void;
}

/**
 * One evaluation of the policies of an event. Its state lives as long as one call of `step`.
 *
 * INVARIANT: a policy's answer is looked up under an id that determines the input it sees: its key, and the keys of the
 * policies that rewrote the input before.
 */
export class Walk {
  readonly needs: Need[] = [];
  readonly #policies: PoliciesOfEvent;
  /** Positions of the policies that may apply to the current input; no other can. */
  #candidates: readonly number[];
  readonly #start: Start;
  readonly #kind: EventKind;
  readonly #verdicts: Verdicts;
  readonly #watcher: Watcher | undefined;
  readonly #rewrite: InputRewrite;
  /** For the trace of policies that read facts. */
  readonly #factNotes: readonly string[];
  readonly #remembered: Remembered | undefined;
  readonly #ledger = new Ledger();
  /** Keys of the policies that rewrote, in order. */
  readonly #trail: string[] = [];
  /** The position of each rewriter of the trail. */
  readonly #writers: number[] = [];
  /** Policies before `end` have been evaluated on the input after `trail` rewrites. */
  #settled = { end: 0, trail: 0 };
  /** The allows by position, held back until it is known that the input was not changed afterwards. */
  readonly #allows = new Map<number, string>();

  /**
   * @param candidates of the event as it came
   */
  constructor(
    policies: PoliciesOfEvent,
    candidates: readonly number[],
    start: Start,
    event: Event,
    verdicts: Verdicts,
    watcher?: Watcher,
    factNotes: readonly string[] = NO_NOTES,
    remembered?: Remembered,
  ) {
    this.#remembered = remembered;
    this.#factNotes = factNotes;
    this.#policies = policies;
    this.#candidates = candidates;
    this.#start = start;
    this.#kind = policies.kinds.of(event.event);
    this.#verdicts = verdicts;
    this.#watcher = watcher;
    this.#rewrite = new InputRewrite(event, this.#kind, policies.deriving);
  }

  /** Walks the policies of the event. Afterwards there are needs, or the decision is complete. */
  run(): void {
    const { size, enforced } = this.#policies;
    if (!this.#first(0, enforced)) return;
    // The enforced tier settles before any other policy touches the input: what it says alone always counts.
    if (this.needs.length === 0) this.#settle(enforced);
    this.#settled = { end: enforced, trail: this.#trail.length };
    if (!this.#first(enforced, size) || this.needs.length > 0) return;
    this.#settle(size);
    if (this.needs.length > 0) return;
    for (const [position, reason] of [...this.#allows].sort(([a], [b]) => a - b)) {
      this.#ledger.raise("allow", this.#policies.at(position)?.policy.id ?? "", reason);
    }
  }

  /** The event with what was written so far. */
  get input(): Event {
    return this.#rewrite.event;
  }

  decision(): Decision {
    return this.#ledger.decision(this.#rewrite.patch);
  }

  /** Asks policies in order, patching the input on the way; false when it stops at a barrier. */
  #first(from: number, end: number): boolean {
    const next = this.#trail.length === 0 ? Math.max(from, this.#start.position) : from;
    for (let at = this.#behind(next - 1); at < this.#candidates.length; at++) {
      const position = this.#candidates[at] ?? 0;
      if (position >= end) return true;
      const one = this.#policies.at(position);
      if (one === undefined) continue;
      if (this.#ledger.denied) {
        if (!this.#policies.someAlwaysRun) return true;
        if (one.policy.alwaysRuns !== true) continue;
      }
      const verdict = this.#verdictOf(position, one);
      if (verdict === "not-applicable") continue;
      if (verdict === "unknown") {
        // A barrier: what the next policies see depends on this answer.
        if (one.mayRewrite(this.#kind)) return false;
        continue;
      }
      const written = this.#trail.length;
      this.#merge(position, one, verdict, false);
      if (this.#trail.length > written) {
        this.#candidates = this.#policies.candidates(this.#rewrite.event);
        at = this.#behind(position) - 1;
      }
    }
    return true;
  }

  /** The index of the first candidate behind a position. */
  #behind(position: number): number {
    const candidates = this.#candidates;
    let low = 0;
    let high = candidates.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((candidates[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * A rewrite cannot launder: a policy that has not seen the present input, and did not write it, is evaluated once
   * more on it. A deny or an ask of any evaluation counts, an allow only when given to the final input.
   */
  #settle(end: number): void {
    const written = this.#trail.length;
    if (written === 0) return;
    for (const position of [...this.#allows.keys()]) {
      if (position < end && this.#seen(position) !== written) this.#allows.delete(position);
    }
    for (const position of this.#candidates) {
      if (position >= end || this.#ledger.denied) return;
      const one = this.#policies.at(position);
      if (one === undefined || this.#seen(position) === written) continue;
      const verdict = this.#verdictOf(position, one);
      if (verdict !== "not-applicable" && verdict !== "unknown") this.#merge(position, one, verdict, true);
    }
  }

  /** After how many rewrites the policy at a position was last evaluated; its own rewrite counts as seen. */
  #seen(position: number): number {
    let seen = 0;
    for (const writer of this.#writers) if (writer <= position) seen++;
    return position < this.#settled.end ? Math.max(seen, this.#settled.trail) : seen;
  }

  #verdictOf(position: number, one: CompiledPolicy): Verdict | "not-applicable" | "unknown" {
    const { event } = this.#rewrite;
    const applies = this.#appliesTo(position, one, event);
    this.#watcher?.asked(position, event, applies);
    if (applies === "no") return "not-applicable";
    if (applies === "over-budget") return OVER_BUDGET;
    if (applies === "no-facts" || applies === "no-memory") return this.#lacking(applies);
    const { answer } = one;
    if (answer !== null) return answer;
    // INVARIANT: a policy without an answer has to be asked.
    const handler = one.policy.handler as Need["handler"];
    const id = this.#trail.length === 0 ? one.key : JSON.stringify([one.key, ...this.#trail]);
    const verdict = this.#verdicts.get(id);
    if (verdict !== undefined) return ownRecord(verdict);
    const shown = one.shown(event, this.#remembered);
    if (shown === "no-facts" || shown === "no-memory") return this.#lacking(shown);
    const { id: policy, tier } = one.policy;
    const derives = !usesFacts(one.policy) ? undefined : this.#policies.deriving.derive?.version;
    const session = sessionOf(event, this.#policies.kinds);
    const need: Need = {
      id,
      policy,
      tier,
      handler,
      gates: this.#kind.gates,
      ...(session.kind === "named" ? { session: session.name } : {}),
      ...(derives === undefined ? {} : { derives }),
      event: shown,
    };
    this.needs.push(need);
    this.#watcher?.missed(position, need);
    return "unknown";
  }

  /** The failure of a policy that reads what is missing. */
  #lacking(what: "no-facts" | "no-memory"): Verdict {
    if (what === "no-memory") return NO_MEMORY;
    return this.#policies.deriving.derive === null ? NO_DERIVER : NOT_DERIVED;
  }

  /** What was computed before the walk is not computed again. */
  #appliesTo(position: number, one: CompiledPolicy, event: Event): Applies {
    const { applies, position: start } = this.#start;
    return this.#trail.length === 0 && position === start ? applies : one.applies(event, this.#remembered);
  }

  /** Adds one verdict to the decision. */
  #merge(position: number, one: CompiledPolicy, given: Verdict, again: boolean): void {
    const { id } = one.policy;
    const onFailure = one.onFailure(this.#kind);
    const { event } = this.#rewrite;
    let notes = one.unparsed();
    if (this.#factNotes.length > 0 && one.readsFacts) notes = [...notes, ...this.#factNotes];
    let verdict = given;
    let effect: Effect = "abstain";
    let reason = "";
    if (given.kind !== "failure") {
      reason = given.reason;
      if (given.kind === "warn") this.#ledger.warn(id, reason);
      else if (given.kind !== "approve") effect = given.kind;
      const beside = this.#attach(position, one, given, effect, again);
      if (beside.notes.length > 0) notes = [...notes, ...beside.notes];
      if (beside.refused !== undefined) verdict = refusedRewrite(given, beside.refused);
    }
    if (verdict.kind === "failure") {
      const means = effectOf(onFailure);
      if (onFailure === "warn") this.#ledger.warn(id, verdict.message);
      // A policy that asked and could not rewrite still asks.
      if (effect !== "ask" || means === "deny") {
        effect = means;
        reason = verdict.message;
      }
    }
    const entry = traceEntry(one.policy, verdict, {
      onFailure,
      again,
      notes,
      facts: given.source === "condition" ? undefined : one.shownFacts(event, this.#remembered),
      memory: one.shownCells(event, this.#remembered),
    });
    this.#ledger.record(entry);
    this.#watcher?.merged(position, entry);
    if (effect === "allow") this.#allows.set(position, reason);
    else this.#ledger.raise(effect, id, reason);
  }

  /** Adds the attachments of an answer. */
  #attach(
    position: number,
    one: CompiledPolicy,
    answer: Answer,
    effect: Effect,
    again: boolean,
  ): Omit<Written, "applied"> {
    const { id, tier } = one.policy;
    let notes = NO_NOTES;
    if (answer.warnings !== undefined) for (const warning of answer.warnings) this.#ledger.warn(id, warning);
    if (answer.systemMessages !== undefined) this.#ledger.addSystemMessages(answer.systemMessages, again);
    if (answer.context !== undefined && answer.context.length > 0) {
      if (this.#kind.context) this.#ledger.addContext(answer.context, again);
      else notes = ["dropped `context`: this event carries none to the model"];
    }
    if (answer.updatedInput === undefined) return notes === NO_NOTES ? NOTHING_BESIDE : { notes };
    const dropped = this.#whyNotWritten(one, effect, again);
    if (dropped !== null) return { notes: [...notes, dropped] };
    const written = this.#rewrite.apply(answer.updatedInput, { policy: id, tier });
    if (written.applied) {
      this.#trail.push(one.key);
      this.#writers.push(position);
    }
    return { ...written, notes: [...notes, ...written.notes] };
  }

  /** Why a policy may not rewrite now, for the trace. */
  #whyNotWritten(one: CompiledPolicy, effect: Effect, again: boolean): string | null {
    if (again) return "ignored `updatedInput`: no policy rewrites twice";
    if (effect === "deny") return "dropped `updatedInput`: the policy denies";
    if (this.#ledger.denied) return "dropped `updatedInput`: the event is denied";
    if (!one.mayRewrite(this.#kind) && this.#kind.input !== null) {
      return "dropped `updatedInput`: this handler may not rewrite";
    }
    return null;
  }
}

/** What a policy's answer becomes when its rewrite cannot be made. */
function refusedRewrite({ source, ms, usage }: Answer, message: string): Failure {
  return ownRecord<Failure>({
    kind: "failure",
    code: "rewrite-refused",
    message,
    ...(source === undefined ? {} : { source }),
    ...(ms === undefined ? {} : { ms }),
    ...(usage === undefined ? {} : { usage }),
  });
}

/** Nothing was dropped: one shared object. */
const NOTHING_BESIDE = Object.freeze({ notes: NO_NOTES });

const NO_DERIVER: Verdict = ownRecord<Failure>({
  kind: "failure",
  code: "no-facts",
  message: "the policy reads `facts`, and nothing derives them",
  source: "condition",
});

const NOT_DERIVED: Verdict = ownRecord<Failure>({
  kind: "failure",
  code: "no-facts",
  message: "the policy reads `facts`, and they could not be derived",
  source: "condition",
});

const NO_MEMORY: Verdict = ownRecord<Failure>({
  kind: "failure",
  code: "no-memory",
  message: "the policy reads `memory`, and what happened before is not known",
  source: "condition",
});

const OVER_BUDGET: Verdict = ownRecord<Failure>({
  kind: "failure",
  code: "condition-over-budget",
  message: "the condition took more steps than allowed",
  source: "condition",
});

function effectOf(onFailure: ReturnType<CompiledPolicy["onFailure"]>): "deny" | "ask" | "abstain" {
  return onFailure === "deny" || onFailure === "ask" ? onFailure : "abstain";
}

import { type Effect, type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { type Goal, IMPOSSIBLE } from "../solve/goal.js";
import type { AnalyzeOptions, Examples } from "./analyze-policies.js";
import type { Difference, Differences, SetAnswer } from "./difference.js";
import { EventFinder } from "./event-finder.js";
import { lookAtEvents } from "./look-at-events.js";
import { Probe, type ProbedEvent } from "./probe.js";
import { applyingGoals, notApplying } from "./tests-of.js";
import type { TextFields } from "./typed-tools.js";

/** Events that are looked at for one changed policy and one event. */
const MOST_LOOKS = 24;

/** Events that are shown of them: what one policy changes together with each other one is more than is read. */
const MOST_SHOWN = 6;

/** Policies that are tried beside a changed one. */
const MOST_OTHERS = 300;

/** What a caller knows that may show a difference. */
export interface DiffOptions extends AnalyzeOptions {
  /** Events that are tried first, for example those of the tests beside the policies. */
  readonly candidates?: readonly JsonObject[];
}

/**
 * Finds the events that two sets decide differently, in classes of one witness each. Every witness was decided by both sets, with
 * the facts that they derive; what cannot be shown so is `unknown`.
 */
export function diffSets(before: PolicySet, after: PolicySet, options: DiffOptions = {}): Differences {
  return new SetDifference(before, after, options).run(options.candidates ?? []);
}

/** Two probes of a set: with facts that are given, and with those that are derived. */
class Side {
  readonly set: PolicySet;
  readonly finder: EventFinder;
  readonly thought: Probe;
  readonly real: Probe;
  readonly changed: readonly Policy[];

  constructor(set: PolicySet, other: PolicySet, textFields: TextFields) {
    this.set = set;
    this.finder = new EventFinder(set, textFields);
    this.thought = new Probe(set, "given");
    this.real = new Probe(set, "derived");
    const kept = new Map<string, number>();
    for (const policy of policiesOf(other)) {
      const key = contentOf(policy);
      kept.set(key, (kept.get(key) ?? 0) + 1);
    }
    this.changed = policiesOf(set).filter((policy) => {
      const key = contentOf(policy);
      const left = kept.get(key) ?? 0;
      kept.set(key, left - 1);
      return policy.enabled && left <= 0;
    });
  }
}

/** Equal for policies that say the same, wherever they are written. */
function contentOf(policy: Policy): string {
  const { source: _, order: _order, description: _description, matcher, condition, ...rest } = policy;
  return JSON.stringify([
    rest,
    matcher?.text,
    condition?.text,
    matcher?.ast === null,
    condition?.ast === null,
  ]);
}

class SetDifference {
  readonly #before: Side;
  readonly #after: Side;
  readonly #examples: Examples;
  readonly #differences = new Map<string, Difference>();
  readonly #unknown: { policy: Policy; why: string }[] = [];

  constructor(
    before: PolicySet,
    after: PolicySet,
    { textFields = () => [], examples = () => [] }: DiffOptions,
  ) {
    this.#examples = examples;
    this.#before = new Side(before, after, textFields);
    this.#after = new Side(after, before, textFields);
  }

  run(candidates: readonly JsonObject[]): Differences {
    for (const event of candidates) this.#confirm(event);
    for (const side of [this.#before, this.#after])
      for (const policy of side.changed)
        for (const event of policy.events) this.#search(policy, event, side.finder);
    return { differences: [...this.#differences.values()], unknown: this.#unknown };
  }

  /** Looks at events of a changed policy until they are all known, or enough. */
  #search(policy: Policy, event: string, finder: EventFinder): void {
    const without: Policy[] = [];
    let beside = false;
    let shown = 0;
    const looked = lookAtEvents({ policy, event, finder, most: MOST_LOOKS }, (found) => {
      const before = this.#before.thought.run(found);
      const after = this.#after.thought.run(found);
      if (before === undefined || after === undefined) return undefined;
      if (differ(before, after)) {
        if (!this.#confirm(found) && !this.#examples(found).some((one) => this.#confirm(one))) {
          this.#unknown.push({ policy, why: "no event was found that both sets have decided" });
          return undefined;
        }
        if (++shown === MOST_SHOWN) return undefined;
      }
      // The other events are those that the other side's policy is not for, or for which something else decides.
      const hiding = [...this.#changedIn(before, after), before.decider, after.decider].find(
        (one) => one !== null && one !== policy && !without.includes(one),
      );
      if (hiding != null) {
        without.push(hiding);
        return [notApplying(hiding)];
      }
      if (beside) return undefined;
      beside = true;
      return this.#anotherApplies(policy);
    });
    if (looked.kind === "unknown") this.#unknown.push({ policy, why: looked.why });
    if (looked.kind === "many" && shown === 0)
      this.#unknown.push({ policy, why: "there are too many combinations" });
  }

  /** A policy of both sets applies that could decide, too: these are other classes. */
  #anotherApplies(policy: Policy): readonly Goal[] {
    const deciding = policiesOf(this.#after.set).filter(
      (one) => one.enabled && decides(one) && one.events.some((event) => policy.events.includes(event)),
    );
    const options = deciding.filter((one) => one !== policy).map(applyingGoals);
    return [options.length > MOST_OTHERS ? IMPOSSIBLE : { kind: "choice", options }];
  }

  /** The changed policies that apply to an event. */
  #changedIn(before: ProbedEvent, after: ProbedEvent): readonly Policy[] {
    return [
      ...before.applied.filter((policy) => this.#before.changed.includes(policy)),
      ...after.applied.filter((policy) => this.#after.changed.includes(policy)),
    ];
  }

  /** Adds the difference that an event shows, if it is one. */
  #confirm(event: JsonObject): boolean {
    const { facts: _, ...witness } = event;
    const before = this.#before.real.run(witness);
    const after = this.#after.real.run(witness);
    if (before === undefined || after === undefined || !differ(before, after)) return false;
    const was = saidBy(before);
    const is = saidBy(after);
    const changed = this.#changedIn(before, after);
    const key = JSON.stringify([
      [was, is].map(({ effect, policy, asks }) => [effect, policy, asks]),
      changed.map(({ tier, id }) => [tier, id]),
    ]);
    if (!this.#differences.has(key))
      this.#differences.set(key, { witness, before: was, after: is, loosens: loosens(was, is), changed });
    return true;
  }
}

function decides({ handler }: Policy): boolean {
  return handler.kind === "static" && handler.verdict !== "approve" && handler.verdict !== "warn";
}

function saidBy({ decision, asked }: ProbedEvent): SetAnswer {
  const { effect, reason, policy, warnings, updatedInput } = decision;
  return {
    effect,
    reason,
    policy,
    asks: asked.map((need) => need.policy),
    warnings,
    ...(updatedInput !== undefined && { updatedInput }),
  };
}

function differ(before: ProbedEvent, after: ProbedEvent): boolean {
  return outcome(before) !== outcome(after);
}

/** Equal where a host does the same. */
function outcome({ decision, asked }: ProbedEvent): string {
  const { effect, warnings, context, systemMessages, updatedInput } = decision;
  return JSON.stringify([
    effect,
    warnings.map(({ reason }) => reason),
    context,
    systemMessages,
    updatedInput,
    asked.map(({ handler }) => handler),
  ]);
}

const STRICTNESS: Readonly<Record<Effect, number>> = { deny: 3, ask: 2, abstain: 1, allow: 0 };

function loosens(before: SetAnswer, after: SetAnswer): boolean {
  const less = STRICTNESS[before.effect] - STRICTNESS[after.effect];
  if (less !== 0) return less > 0;
  return before.asks.some((id) => !after.asks.includes(id));
}

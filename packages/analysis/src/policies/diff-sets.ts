import {
  type Effect,
  type Policy,
  policiesOf,
  type PolicySet,
  type Remembered,
} from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { NO_TOOL_TYPES, type ToolTypes } from "../types/tool-types.js";
import type { AnalyzeOptions, Examples } from "./analyze-policies.js";
import type { Difference, Differences, SetAnswer } from "./difference.js";
import { EventFinder } from "./event-finder.js";
import { type EventsOf, lookAtEvents } from "./look-at-events.js";
import { Probe, type ProbedEvent } from "./probe.js";
import {
  cellsReadBy,
  firstMemory,
  lastOfSession,
  readersOfChangedCells,
  sessionsFor,
  type SessionStep,
} from "./session-search.js";
import { applyingGoals, notApplying } from "./tests-of.js";

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
  /** What a session remembers that begins. */
  readonly first: Remembered;

  constructor(set: PolicySet, other: PolicySet, tools: ToolTypes) {
    this.set = set;
    this.finder = new EventFinder(set, tools);
    this.thought = new Probe(set, "given");
    this.real = new Probe(set, "derived");
    this.first = firstMemory(set);
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

interface Probed {
  readonly before: ProbedEvent;
  readonly after: ProbedEvent;
}

/** What has been seen of a changed policy. */
interface Seen {
  shown: number;
  /** Why not everything could be. */
  why: string | undefined;
}

class SetDifference {
  readonly #before: Side;
  readonly #after: Side;
  readonly #examples: Examples;
  readonly #onPolicy: (done: number, of: number) => void;
  readonly #differences = new Map<string, Difference>();
  readonly #unknown: { policy: Policy; why: string }[] = [];

  constructor(
    before: PolicySet,
    after: PolicySet,
    { tools = NO_TOOL_TYPES, examples = () => [], onPolicy = () => {} }: DiffOptions,
  ) {
    this.#examples = examples;
    this.#onPolicy = onPolicy;
    this.#before = new Side(before, after, tools);
    this.#after = new Side(after, before, tools);
  }

  run(candidates: readonly JsonObject[]): Differences {
    for (const event of candidates) this.#confirm(event);
    const changed = [this.#before, this.#after].flatMap((side) =>
      side.changed.map((policy) => ({ policy, finder: side.finder })),
    );
    for (const [done, { policy, finder }] of changed.entries()) {
      this.#onPolicy(done, changed.length);
      for (const event of policy.events) this.#search(policy, event, finder);
    }
    for (const { policy, finder } of this.#remembering()) this.#searchSessions(policy, finder);
    return { differences: [...this.#differences.values()], unknown: this.#unknown };
  }

  /** The policies that read a cell, and that are changed or whose cells are. */
  #remembering(): readonly { readonly policy: Policy; readonly finder: EventFinder }[] {
    const sides = [this.#before, this.#after] as const;
    return sides.flatMap((side, i) => {
      const readers = readersOfChangedCells(side, sides[1 - i] ?? side);
      return policiesOf(side.set)
        .filter((policy) => policy.enabled && cellsReadBy(policy, side.set).length > 0)
        .filter((policy) => side.changed.includes(policy) || readers.includes(policy))
        .map((policy) => ({ policy, finder: side.finder }));
    });
  }

  /** Looks for the shortest session that each set decides otherwise: one that loosens, and one that does not. */
  #searchSessions(policy: Policy, finder: EventFinder): void {
    const found = new Set<boolean>();
    for (const steps of sessionsFor(policy, finder, [this.#before, this.#after], this.#examples)) {
      const before = lastOfSession(this.#before.real, this.#before, steps);
      const after = lastOfSession(this.#after.real, this.#after, steps);
      if (before === undefined || after === undefined || !differ(before, after)) continue;
      const isLooser = loosens(saidBy(before), saidBy(after));
      if (found.has(isLooser)) continue;
      found.add(isLooser);
      this.#add(steps, { before, after }, policy);
      if (found.size === 2) return;
    }
    if (found.size === 0 && !this.#isShown(policy))
      this.#unknown.push({ policy, why: "no short session was found that shows it" });
  }

  #isShown(policy: Policy): boolean {
    return [...this.#differences.values()].some(({ changed }) => changed.includes(policy));
  }

  /**
   * Looks at events of a changed policy in three ways, each from the beginning: those that no other changed policy is for, those
   * that nothing else decides, and those that each other policy applies to, too.
   */
  #search(policy: Policy, event: string, finder: EventFinder): void {
    const about = { policy, event, finder, most: MOST_LOOKS };
    const seen: Seen = { shown: 0, why: undefined };
    const apart = (hidingOf: (probed: Probed) => readonly (Policy | null)[]): void => {
      const without: Policy[] = [];
      const looked = lookAtEvents(about, (found) => {
        const probed = this.#see(found, seen);
        if (probed === undefined) return undefined;
        const others = [...hidingOf(probed), ...rewritingBefore(policy, probed)].flatMap((one) =>
          one === null || one === policy ? [] : [one],
        );
        const hiding = others.find((one) => !without.includes(one));
        // One that was excluded and applies is not modelled in all of its parts.
        if (hiding === undefined && others.length > 0) seen.why ??= "part of a condition is not modelled";
        if (hiding === undefined) return undefined;
        without.push(hiding);
        return [notApplying(hiding)];
      });
      if (looked.kind === "unknown") seen.why ??= looked.why;
      if (looked.kind === "many") seen.why ??= "there are too many combinations";
    };
    apart(({ before, after }) => this.#changedIn(before, after));
    apart(({ before, after }) => [before.decider, after.decider]);
    this.#beside(about, seen);
    if (seen.why !== undefined && seen.shown === 0) this.#unknown.push({ policy, why: seen.why });
  }

  /** Looks at an event that a changed policy and another one apply to, for each other one, or for enough of them. */
  #beside(about: EventsOf, seen: Seen): void {
    const applied = new Set<string>();
    for (const other of this.#others(about.policy).slice(0, MOST_LOOKS)) {
      if (applied.has(contentOf(other))) continue;
      lookAtEvents({ ...about, goals: applyingGoals(other), most: 1 }, (found) => {
        const probed = this.#see(found, seen);
        for (const one of [...(probed?.before.applied ?? []), ...(probed?.after.applied ?? [])])
          applied.add(contentOf(one));
        return undefined;
      });
    }
  }

  /** What both sets say to an event, which is added where they differ; nothing when enough has been seen. */
  #see(event: JsonObject, seen: Seen): Probed | undefined {
    if (seen.shown >= MOST_SHOWN) return undefined;
    const before = this.#before.thought.run(event, this.#before.first);
    const after = this.#after.thought.run(event, this.#after.first);
    if (before === undefined || after === undefined) return undefined;
    if (differ(before, after)) {
      if (!this.#confirm(event) && !this.#examples(event).some((one) => this.#confirm(one))) {
        seen.why ??= "no event was found that both sets have decided";
        return undefined;
      }
      seen.shown++;
    }
    return { before, after };
  }

  /** The policies that may make another class of events of a changed one; none where they are too many. */
  #others(policy: Policy): readonly Policy[] {
    const heard = [...policiesOf(this.#after.set), ...this.#before.changed].filter(
      (one) =>
        one !== policy &&
        one.enabled &&
        isHeard(one) &&
        one.events.some((event) => policy.events.includes(event)),
    );
    return heard.length > MOST_OTHERS ? [] : heard;
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
    const before = this.#before.real.run(witness, this.#before.first);
    const after = this.#after.real.run(witness, this.#after.first);
    if (before === undefined || after === undefined || !differ(before, after)) return false;
    this.#add([{ event: witness, after: 0 }], { before, after });
    return true;
  }

  /** @param reader the policy that reads the cells, where the difference is in what is remembered */
  #add(steps: readonly SessionStep[], { before, after }: Probed, reader?: Policy): void {
    const [was, is] = [saidBy(before), saidBy(after)];
    const applied = this.#changedIn(before, after);
    const changed = reader === undefined || applied.length > 0 ? applied : [reader];
    const key = JSON.stringify([
      [was, is].map(({ effect, policy, asks }) => [effect, policy, asks]),
      changed.map(({ tier, id }) => [tier, id]),
    ]);
    const last = steps.at(-1);
    if (last === undefined || this.#differences.has(key)) return;
    this.#differences.set(key, {
      witness: last.event,
      ...(steps.length > 1 && { session: steps }),
      before: was,
      after: is,
      loosens: loosens(was, is),
      changed,
    });
  }
}

/** Where a policy did not come to an event that it is for as it was sent: those that have written other arguments into it. */
function rewritingBefore(policy: Policy, { before, after }: Probed): readonly Policy[] {
  const applied = [...before.applied, ...after.applied];
  return applied.includes(policy)
    ? []
    : applied.filter(({ handler }) => handler.kind === "static" && handler.updatedInput !== undefined);
}

/** All but an approval that carries nothing. */
function isHeard({ handler }: Policy): boolean {
  if (handler.kind !== "static" || handler.verdict !== "approve") return true;
  const { context, systemMessages, updatedInput } = handler;
  return context !== undefined || systemMessages !== undefined || updatedInput !== undefined;
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

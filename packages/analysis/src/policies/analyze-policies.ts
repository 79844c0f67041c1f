import { isManyEvents, type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import { compile } from "@gatehouse-hooks/condition/compile";
import type { JsonObject } from "@gatehouse-hooks/json";
import { NO_TOOL_TYPES, type ToolTypes } from "../types/tool-types.js";
import { conflictsOf } from "./conflicts.js";
import { deadParts } from "./dead-parts.js";
import { EventFinder } from "./event-finder.js";
import type { Analyzed, DeadPartFinding, PolicyFinding } from "./finding.js";
import { lookAtEvents } from "./look-at-events.js";
import { Probe, type ProbedEvent } from "./probe.js";
import { notApplying, testsOf } from "./tests-of.js";

/** Policies that together hide another one: beyond it nothing is said. */
const MOST_HIDING = 12;

/**
 * @param thought an event with `facts`
 * @returns events without, the plainest first
 */
export type Examples = (thought: JsonObject) => readonly JsonObject[];

/** What is known of events beside the kinds of the set. */
export interface AnalyzeOptions {
  /** What the arguments of tools may be; default: nothing is known. */
  readonly tools?: ToolTypes;
  /**
   * Events whose facts may be those that an event is thought to have: a program's facts are not known here. The set that derives them
   * says whether one is what is looked for. Default: none.
   */
  readonly examples?: Examples;
  /**
   * Whether conflicts are looked for: that a deny cuts a corner off what an allow says is how such rules are meant to be written, most
   * of the time. Default: false.
   */
  readonly conflicts?: boolean;
  /** Told how many policies have been looked at, and how many there are: large sets take seconds. Default: nobody. */
  readonly onPolicy?: (done: number, of: number) => void;
}

/**
 * Finds the policies of a set that do nothing: those that never apply or never decide, and parts of conditions that never decide.
 *
 * Each finding is a proof over all events of the kinds that the policy lists, whatever judges, commands and functions answer. A
 * policy that fails, for example because its condition runs out of budget, is not thought of.
 */
export function analyzePolicies(set: PolicySet, options: AnalyzeOptions = {}): Analyzed {
  return new SetAnalysis(set, options).run();
}

class SetAnalysis {
  readonly #set: PolicySet;
  readonly #conflicts: boolean;
  readonly #onPolicy: (done: number, of: number) => void;
  readonly #examples: Examples;
  readonly #finder: EventFinder;
  readonly #probe: Probe;
  readonly #place: ReadonlyMap<Policy, number>;
  readonly #rewriting: readonly Policy[];
  /** An event of each policy, and what applied to it. */
  readonly #found = new Map<Policy, { readonly event: JsonObject; readonly applied: readonly Policy[] }>();
  readonly #findings: PolicyFinding[] = [];
  readonly #unknown: { policy: Policy; why: string }[] = [];

  constructor(
    set: PolicySet,
    { tools = NO_TOOL_TYPES, conflicts = false, examples = () => [], onPolicy = () => {} }: AnalyzeOptions,
  ) {
    this.#set = set;
    this.#examples = examples;
    this.#conflicts = conflicts;
    this.#onPolicy = onPolicy;
    this.#finder = new EventFinder(set, tools);
    this.#probe = new Probe(set, "given");
    this.#place = new Map(policiesOf(set).map((policy, place) => [policy, place]));
    this.#rewriting = policiesOf(set).filter((policy) => policy.enabled && mayRewrite(policy));
  }

  run(): Analyzed {
    const policies = policiesOf(this.#set);
    for (const [done, policy] of policies.entries()) {
      this.#onPolicy(done, policies.length);
      if (!policy.enabled || policy.events.length === 0) continue;
      const found = this.#hidden(policy) ?? this.#always(policy) ?? this.#duplicate(policy);
      if (found !== undefined) this.#findings.push(found);
      else this.#findings.push(...this.#deadParts(policy));
      if (found === undefined && this.#conflicts)
        this.#findings.push(...conflictsOf(policy, policies, this.#finder, this.#probe));
    }
    return { findings: this.#shown(), unknown: this.#unknown };
  }

  /** With events that have their facts in truth, where there are some. */
  #shown(): readonly PolicyFinding[] {
    let real: Probe | undefined;
    return this.#findings.map((finding) => {
      if (!("witness" in finding) || finding.witness?.["facts"] === undefined) return finding;
      const thought = this.#probe.run(finding.witness);
      if (thought === undefined) return finding;
      real ??= new Probe(this.#set, "derived");
      for (const example of this.#examples(finding.witness)) {
        const probed = real.run(example);
        // It shows the same: these policies applied, and this one decided.
        if (
          probed !== undefined &&
          probed.decider === thought.decider &&
          thought.applied.every((one) => probed.applied.includes(one))
        )
          return { ...finding, witness: example };
      }
      return finding;
    });
  }

  /** The policy decides none of its events. */
  #hidden(policy: Policy): PolicyFinding | undefined {
    const by = new Set<Policy>();
    let witness: JsonObject | undefined;
    let wins: PolicyFinding["kind"] = "shadowed";
    for (const event of policy.events) {
      const one = this.#hiding(policy, event);
      if (one === undefined) return undefined;
      for (const other of one.by) by.add(other);
      witness ??= one.witness;
      if (one.reached) wins = "never-wins";
    }
    if (witness === undefined) return { kind: "never", policy };
    return { kind: wins === "never-wins" ? wins : "shadowed", policy, by: [...by], witness };
  }

  /** The policies that together hide it from every event of a kind; `undefined` where it decides some, or that is not known. */
  #hiding(
    policy: Policy,
    event: string,
  ):
    | { readonly by: readonly Policy[]; readonly witness?: JsonObject; readonly reached: boolean }
    | undefined {
    const by: Policy[] = [];
    let witness: JsonObject | undefined;
    let reached = false;
    const looked = lookAtEvents({ policy, event, finder: this.#finder, most: MOST_HIDING + 1 }, (found) => {
      const probed = this.#probe.run(found);
      if (probed !== undefined && !this.#found.has(policy))
        this.#found.set(policy, { event: found, applied: probed.applied });
      const hiding = probed === undefined ? undefined : this.#hider(policy, probed);
      if (hiding === undefined || by.includes(hiding)) return undefined;
      reached ||= probed?.applied.includes(policy) === true;
      witness ??= found;
      by.push(hiding);
      return [notApplying(hiding)];
    });
    if (looked.kind === "unknown") this.#unknown.push({ policy, why: looked.why });
    return looked.kind === "all" ? { by, reached, ...(witness !== undefined && { witness }) } : undefined;
  }

  /** The static policy because of which this one does not decide an event. */
  #hider(policy: Policy, { applied, decider, decision, asked }: ProbedEvent): Policy | undefined {
    if (decider === null || decider === policy || decider.handler.kind !== "static") return undefined;
    if (applied.includes(policy))
      return isPlainAllow(policy) && decision.effect !== "allow" ? decider : undefined;
    const isAsked = asked.some((need) => need.policy === policy.id && need.tier === policy.tier);
    const before = (this.#place.get(decider) ?? 0) < (this.#place.get(policy) ?? 0);
    const isHidden = !isAsked && before && decision.effect === "deny" && policy.alwaysRuns !== true;
    return isHidden && !this.#isRewrittenBetween(decider, policy) ? decider : undefined;
  }

  /** A policy sees what those before it wrote: then what denies the input may let pass what the policy sees. */
  #isRewrittenBetween(one: Policy, other: Policy): boolean {
    const [first = 0, last = 0] = [this.#place.get(one), this.#place.get(other)];
    return this.#rewriting.some((policy) => {
      const place = this.#place.get(policy) ?? 0;
      return first < place && place < last && isOfSameEvents(policy, other);
    });
  }

  #always(policy: Policy): PolicyFinding | undefined {
    const { matcher, condition } = policy;
    const ast = condition?.ast ?? null;
    if (ast === null || (ast.kind === "literal" && ast.value === true)) return undefined;
    const hold = matcher?.ast == null ? [] : [matcher.ast];
    // Most conditions are false for the plainest event of a kind.
    if (hold.length === 0) {
      const holds = compile(ast);
      if (policy.events.some((event) => holds(this.#finder.plainest(event)) === false)) return undefined;
    }
    const holds = policy.events.every(
      (event) => this.#finder.find(event, { hold, fail: [ast] }).kind === "none",
    );
    const witness = this.#found.get(policy)?.event;
    return holds && witness !== undefined ? { kind: "always", policy, witness } : undefined;
  }

  #deadParts(policy: Policy): readonly PolicyFinding[] {
    return deadParts(policy, this.#finder).map((dead) => {
      const witness = this.#witnessOf(policy, dead);
      return { kind: "dead-part", policy, ...dead, ...(witness !== undefined && { witness }) };
    });
  }

  /** An event that shows the part: none does for what never holds. */
  #witnessOf(policy: Policy, { part, why }: Pick<DeadPartFinding, "part" | "why">): JsonObject | undefined {
    if (why === "never") return undefined;
    if (why === "always") return this.#found.get(policy)?.event;
    for (const event of policy.events) {
      const found = this.#finder.find(event, { hold: [...testsOf(policy), part] });
      if (found.kind === "found") return found.event;
    }
    return undefined;
  }

  /** One before it that applies to exactly the same events, and says the same. */
  #duplicate(policy: Policy): PolicyFinding | undefined {
    if (policy.handler.kind !== "static") return undefined;
    const found = this.#found.get(policy);
    if (found === undefined) return undefined;
    const { event, applied } = found;
    const place = this.#place.get(policy) ?? 0;
    for (const other of applied) {
      if ((this.#place.get(other) ?? 0) >= place || !saysTheSame(other, policy)) continue;
      const same = policy.events.every(
        (name) => this.#within(policy, other, name) && this.#within(other, policy, name),
      );
      if (same) return { kind: "duplicate", policy, of: other, witness: event };
    }
    return undefined;
  }

  /** Wherever the first applies, the second does. */
  #within(one: Policy, other: Policy, event: string): boolean {
    return this.#finder.find(event, { hold: testsOf(one), goals: [notApplying(other)] }).kind === "none";
  }
}

/** An allow that writes the input vouches for what it wrote. */
function isPlainAllow({ handler }: Policy): boolean {
  return handler.kind === "static" && handler.verdict === "allow" && handler.updatedInput === undefined;
}

/** It may write the input that later policies see (engine SPEC, "Merge", rule 4). */
function mayRewrite({ handler }: Policy): boolean {
  if (handler.kind === "static") return handler.updatedInput !== undefined;
  return handler.kind !== "judge" && handler.mayRewrite !== false;
}

/** They may be asked of one event. */
function isOfSameEvents(one: Policy, other: Policy): boolean {
  return (
    [one, other].some(({ events }) => events.some(isManyEvents)) ||
    one.events.some((name) => other.events.includes(name))
  );
}

/** What a person would call the same rule: its reason may be another one. */
function saysTheSame(one: Policy, other: Policy): boolean {
  return (
    one.tier === other.tier &&
    one.handler.kind === "static" &&
    other.handler.kind === "static" &&
    one.handler.verdict === other.handler.verdict &&
    JSON.stringify([...one.events].sort()) === JSON.stringify([...other.events].sort()) &&
    JSON.stringify(one.handler.updatedInput) === JSON.stringify(other.handler.updatedInput) &&
    JSON.stringify(one.handler.context) === JSON.stringify(other.handler.context)
  );
}

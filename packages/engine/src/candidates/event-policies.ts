import { isSealed } from "@gatehouse-hooks/json";
import type { CompiledPolicy } from "../compiled-policy.js";
import type { Event } from "../event.js";
import { CANONICAL_KINDS, type EventKinds } from "../event-kinds.js";
import { PolicyIndex } from "./policy-index.js";

/** How the policies of an event are found: `auto` picks the cheaper way by itself. The answers are the same. */
export type Finding = "auto" | "scan" | "index";

/** Up to this many policies, asking each is as quick as looking them up. */
const FEW_POLICIES = 20;

/** An index is built when this many events have come: a process that decides once does not pay for it. */
const EVENTS_BEFORE_INDEX = 64;

/** Or when so many policies have been asked: with thousands of them every further event is expensive. */
const ASKED_BEFORE_INDEX = 8_192;

/** An index pays only when it can leave out at least this share of the policies. */
const WORTHWHILE_SHARE = 0.25;

/** The enabled policies that list an event, in order of evaluation. */
export class EventPolicies {
  readonly policies: readonly CompiledPolicy[];
  /** How many of them are `enforced`; these come first. */
  readonly enforced: number;
  /** Whether some run even after a deny. */
  readonly someAlwaysRun: boolean;
  /** What the events of their set can carry. */
  readonly kinds: EventKinds;
  readonly #finding: Finding;
  #everyone: readonly number[] | undefined;
  #events = 0;
  /** `null` when an index would not help. */
  #index: PolicyIndex | null | undefined;

  constructor(policies: readonly CompiledPolicy[], finding: Finding, kinds: EventKinds = CANONICAL_KINDS) {
    this.kinds = kinds;
    this.policies = policies;
    const lower = policies.findIndex((one) => one.policy.tier !== "enforced");
    this.enforced = lower === -1 ? policies.length : lower;
    this.someAlwaysRun = policies.some((one) => one.policy.alwaysRuns === true);
    this.#finding = finding;
    if (finding === "scan" || (finding === "auto" && policies.length <= FEW_POLICIES)) this.#index = null;
  }

  /** Positions of policies, ascending: among them every policy that applies to the event, or whose condition fails on it. */
  candidates(event: Event): readonly number[] {
    // What does not come from `readEvent` may inherit data, which only the conditions themselves know how to leave out.
    if (this.#index === null || !isSealed(event)) return this.#all();
    if (this.#index === undefined) {
      if (this.#finding === "auto" && !this.#worthAnIndex()) return this.#all();
      const index = new PolicyIndex(this.policies.map((one) => one.policy));
      const skips = this.policies.length - index.always;
      this.#index =
        this.#finding === "index" || skips >= this.policies.length * WORTHWHILE_SHARE ? index : null;
      if (this.#index === null) return this.#all();
    }
    return this.#index.candidates(event);
  }

  #worthAnIndex(): boolean {
    const asked = this.#events * this.policies.length;
    return ++this.#events >= EVENTS_BEFORE_INDEX || asked >= ASKED_BEFORE_INDEX;
  }

  #all(): readonly number[] {
    return (this.#everyone ??= this.policies.map((_, position) => position));
  }
}

import { isSealed, type SealedObject } from "@gatehouse-hooks/json";
import type { CompiledPolicy } from "../compiled-policy.js";
import type { Event } from "../event.js";
import { CANONICAL_KINDS, type EventKinds } from "../event-kinds.js";
import { type Deriving, NOTHING_DERIVED } from "../facts/deriving.js";
import { GateLists } from "./gate-lists.js";
import type { PoliciesOfEvent } from "./policies-of-event.js";
import { PolicyIndex } from "./policy-index.js";

/** How the policies of an event are found: `auto` picks the cheaper way by itself. The answers are the same. */
export type Finding = "auto" | "scan" | "lists" | "index";

/** The lists are made when so many events have come: for a process that decides once, asking everyone is cheaper. */
const EVENTS_BEFORE_LISTS = 1;

/** Where the lists leave so many policies of an event on average, an index would ask no fewer. */
const FEW_POLICIES = 1;

/** An index is built when this many events have come: a process that decides once does not pay for it. */
const EVENTS_BEFORE_INDEX = 64;

/** Or when so many policies have been asked: with thousands of them every further event is expensive. */
const ASKED_BEFORE_INDEX = 8_192;

/** An index pays only when it can leave out at least this share of the policies. */
const WORTHWHILE_SHARE = 0.25;

/** Compiled policies of an event; positions are indexes. */
export class EventPolicies implements PoliciesOfEvent {
  readonly policies: readonly CompiledPolicy[];
  readonly enforced: number;
  readonly someAlwaysRun: boolean;
  readonly kinds: EventKinds;
  readonly deriving: Deriving;
  readonly #finding: Finding;
  #everyone: readonly number[] | undefined;
  #events = 0;
  #asked = 0;
  #lists: GateLists | undefined;
  /** `null` when an index would not help. */
  #index: PolicyIndex | null | undefined;

  constructor(
    policies: readonly CompiledPolicy[],
    finding: Finding,
    kinds: EventKinds = CANONICAL_KINDS,
    deriving: Deriving = NOTHING_DERIVED,
  ) {
    this.deriving = deriving;
    this.kinds = kinds;
    this.policies = policies;
    const lower = policies.findIndex((one) => one.policy.tier !== "enforced");
    this.enforced = lower === -1 ? policies.length : lower;
    this.someAlwaysRun = policies.some((one) => one.policy.alwaysRuns === true);
    this.#finding = finding;
  }

  get size(): number {
    return this.policies.length;
  }

  at(position: number): CompiledPolicy | undefined {
    return this.policies[position];
  }

  candidates(event: Event): readonly number[] {
    // What does not come from `readEvent` may inherit data, which only the conditions themselves know how to leave out.
    if (this.#finding === "scan" || this.policies.length < 2 || !isSealed(event)) return this.#all();
    if (this.#finding === "lists") return this.#listed(event);
    if (this.#index === undefined) {
      if (this.#finding === "auto") {
        if (this.#events < EVENTS_BEFORE_LISTS) {
          this.#events++;
          this.#asked += this.policies.length;
          return this.#all();
        }
        const listed = this.#listed(event);
        if (!this.#worthAnIndex(listed.length)) return listed;
      }
      const index = new PolicyIndex(
        this.policies.map((one) => one.policy),
        this.deriving,
        this.#finding === "auto",
      );
      const skips = this.policies.length - index.always;
      this.#index =
        this.#finding === "index" || skips >= this.policies.length * WORTHWHILE_SHARE ? index : null;
      if (this.#index !== null) this.#lists = undefined;
    }
    return this.#index === null ? this.#listed(event) : this.#index.candidates(event);
  }

  #listed(event: SealedObject): readonly number[] {
    return (this.#lists ??= new GateLists(this.policies.map((one) => one.policy))).candidates(event);
  }

  /** Whether an index would ask far fewer than the lists leave. */
  #worthAnIndex(listed: number): boolean {
    const asked = this.#asked;
    this.#asked += listed;
    const events = ++this.#events;
    if (events < EVENTS_BEFORE_INDEX && asked < ASKED_BEFORE_INDEX) return false;
    if (this.#asked > FEW_POLICIES * events) return true;
    this.#index = null;
    return false;
  }

  #all(): readonly number[] {
    return (this.#everyone ??= this.policies.map((_, position) => position));
  }
}

import { ALL_EVENTS, ALL_GATING, listensTo } from "./all-gating.js";
import { EventPolicies, type Finding } from "./candidates/event-policies.js";
import type { PoliciesOfEvent } from "./candidates/policies-of-event.js";
import { CompiledPolicy } from "./compiled-policy.js";
import { CANONICAL_KINDS, type EventKinds } from "./event-kinds.js";
import type { Derive } from "./facts/derive.js";
import { type Deriving, NOTHING_DERIVED } from "./facts/deriving.js";
import { keysOf } from "./keys-of.js";
import type { MemoryCell } from "./facts/cell.js";
import type { Policy, Tier } from "./policy.js";

/**
 * Policies compiled together: validated, in their total order, frozen. Made by `compilePolicies` or `loadPolicySet`, and
 * opaque: hold it, pass it, store it with `savePolicySet`, ask `policiesOf` and `knowsEvent`.
 */
export interface PolicySet {
  readonly kind: "policy-set";
}

/** The inside of a set: what the engine decides with. */
export interface SetParts {
  readonly policies: readonly Policy[];
  /** The kinds of events that the set knows. */
  readonly kinds: EventKinds;
  /** What derives the facts of events. */
  readonly deriving: Deriving;
  /** The events that policies, enabled or not, list by name. */
  readonly events: ReadonlySet<string>;
  /** The enabled policies of an event, by its name. */
  readonly forEvent: (event: string) => PoliciesOfEvent;
  /** The same set without the policies of other tiers. */
  readonly ofTiers: (tiers: readonly Tier[]) => PolicySet;
  /** The same policies, with another deriver of facts. */
  readonly deriveWith: (deriving: Deriving) => PolicySet;
}

class SealedSet implements PolicySet {
  readonly kind = "policy-set";
  readonly #parts: SetParts;

  constructor(parts: SetParts) {
    this.#parts = parts;
    Object.freeze(this);
  }

  static is(value: object): value is SealedSet {
    return #parts in value;
  }

  static partsOf(set: SealedSet): SetParts {
    return set.#parts;
  }
}

export function sealSet(parts: SetParts): PolicySet {
  return new SealedSet(parts);
}

/** @throws TypeError for what this package did not make */
export function partsOf(set: PolicySet): SetParts {
  if (!SealedSet.is(set)) throw new TypeError("expected a policy set, made by `compilePolicies`");
  return SealedSet.partsOf(set);
}

/** Was this made by `compilePolicies` or `loadPolicySet`? An object of the same form was not. */
export function isPolicySet(value: unknown): value is PolicySet {
  return typeof value === "object" && value !== null && SealedSet.is(value);
}

/** The policies of a set, enabled or not, in the order in which they are asked. Frozen. */
export function policiesOf(set: PolicySet): readonly Policy[] {
  return partsOf(set).policies;
}

/**
 * The policies of some tiers alone, with the stand-ins of what these lost: what `compilePolicies` makes of the definitions
 * of these tiers.
 *
 * @example ofTiers(set, ["enforced", "user"]) // what the project cannot have written
 */
export function ofTiers(set: PolicySet, tiers: readonly Tier[]): PolicySet {
  return partsOf(set).ofTiers(tiers);
}

/**
 * The same policies with what derives their facts: for a set that was compiled without, or is to have another version of them.
 *
 * @throws TypeError for a deriver that is not one
 */
export function withDerive(set: PolicySet, derive: Derive): PolicySet {
  const { deriving, deriveWith } = partsOf(set);
  return deriveWith(deriving.by(derive));
}

/** Does an enabled policy of a set, or what it remembers, hear of an event of this name? */
export function hearsOf(set: PolicySet, event: string): boolean {
  const { forEvent, kinds } = partsOf(set);
  const updates = cellsOf(set).flatMap(({ on, until }) => [...on, ...until]);
  return forEvent(event).size > 0 || updates.some(({ events }) => listensTo(events, event, kinds));
}

/** The events that policies of a set, enabled or not, list by name: what can be known without reading the policies. */
export function eventsListed(set: PolicySet): ReadonlySet<string> {
  return partsOf(set).events;
}

/** The policies of a set for which something holds, with the same names and facts. */
export function policiesWith(set: PolicySet, holds: (policy: Policy) => boolean): PolicySet {
  const { policies, kinds, deriving } = partsOf(set);
  return policySet(policies.filter(holds), "auto", kinds, deriving);
}

/** What the policies of a set remember of the events before, in order of their names; none where no file declares any. */
export function cellsOf(set: PolicySet): readonly MemoryCell[] {
  return partsOf(set).deriving.cells ?? NO_CELLS;
}

const NO_CELLS: readonly MemoryCell[] = Object.freeze([]);

/** The names that a set knows: which events gate, which fields name a session. */
export function kindsOf(set: PolicySet): EventKinds {
  return partsOf(set).kinds;
}

/** Is this the name of an event that a format documents, or that the embedder's own kinds have? */
export function knowsEvent(set: PolicySet, event: string): boolean {
  return partsOf(set).kinds.of(event).known;
}

/**
 * @param policies in the order of `comparePolicies`
 * @param kinds the events that are known, an embedder's own among them
 * @param deriving what derives the facts that policies read
 * @param finding how the policies of an event are found; for tests and benches
 */
export function policySet(
  policies: readonly Policy[],
  finding: Finding = "auto",
  kinds: EventKinds = CANONICAL_KINDS,
  deriving: Deriving = NOTHING_DERIVED,
): PolicySet {
  const keys = keysOf(policies);
  const compiled = policies.map(
    (policy, i) => new CompiledPolicy({ policy, key: keys[i] ?? policy.id, tests: policy }, deriving),
  );
  const listed = new Set(policies.flatMap((policy) => policy.events));
  listed.delete(ALL_GATING);
  listed.delete(ALL_EVENTS);
  const lists = new Map<string, CompiledPolicy[]>();
  for (const name of listed) lists.set(name, []);
  /** Of events that no policy names: those that gate, and those that do not. */
  const gating: CompiledPolicy[] = [];
  const telling: CompiledPolicy[] = [];
  const gatingLists = [gating, ...[...lists].flatMap(([name, list]) => (kinds.of(name).gates ? [list] : []))];
  const allLists = [gating, telling, ...lists.values()];
  for (const one of compiled) {
    if (!one.policy.enabled) continue;
    const events = new Set(one.policy.events);
    const gates = events.delete(ALL_GATING);
    const everywhere = events.delete(ALL_EVENTS);
    const many = everywhere ? allLists : gates ? gatingLists : [];
    for (const list of many) list.push(one);
    for (const event of events) {
      const list = lists.get(event);
      if (list !== undefined && list.at(-1) !== one) list.push(one);
    }
  }
  const byEvent = new Map<string, EventPolicies>();
  for (const [event, list] of lists) byEvent.set(event, new EventPolicies(list, finding, kinds, deriving));
  const nobody = new EventPolicies([], "scan", kinds);
  const unnamed = (of: readonly CompiledPolicy[]): EventPolicies =>
    of.length === 0 ? nobody : new EventPolicies(of, finding, kinds, deriving);
  const [unnamedGating, unnamedTelling] = [unnamed(gating), unnamed(telling)];
  return sealSet({
    policies: Object.freeze([...policies]),
    kinds,
    deriving,
    events: listed,
    forEvent: (event: string): EventPolicies =>
      byEvent.get(event) ??
      (unnamedGating !== nobody && kinds.of(event).gates ? unnamedGating : unnamedTelling),
    ofTiers: (tiers) =>
      policySet(
        policies.filter(({ tier }) => tiers.includes(tier)),
        finding,
        kinds,
        deriving,
      ),
    deriveWith: (other) => policySet(policies, finding, kinds, other),
  });
}

import type { EventKinds, Policy, PolicySet, Tier } from "@gatehouse-hooks/engine";
import {
  CANONICAL_KINDS,
  CompiledPolicy,
  type Deriving,
  EventPolicies,
  type Finding,
  listensTo,
  type PoliciesOfEvent,
  sealSet,
  type SetParts,
} from "@gatehouse-hooks/engine/parts";
import { sectionsOf, type StoreHead, type StoredGroup, TIERS } from "./store-format.js";
import type { PolicySection, StoreSections } from "./store-sections.js";
import { StoredEventPolicies, type StoredView } from "./stored-event-policies.js";
import { StoredKinds } from "./stored-kinds.js";
import { StoredPolicy, unreadablePolicy } from "./stored-policy.js";

const INDEXED: Finding = "auto";

/** When so many rows were read for an event, its policies are compiled and indexed as in any set. */
const ROWS_BEFORE_INDEX = 65_536;

/** The inside of a set that was opened from a store: everything is read when it is first needed. */
export class StoredParts implements SetParts, StoredView {
  readonly head: StoreHead;
  readonly deriving: Deriving;
  readonly #sections: StoreSections;
  readonly #tiers: readonly Tier[];
  readonly #byEvent = new Map<string, PoliciesOfEvent>();
  readonly #compiled = new Map<number, CompiledPolicy>();
  readonly #places = new Map<number, StoredPolicy>();
  readonly #seen = new Set<PolicySection>();
  #kinds: EventKinds | undefined;
  #events: ReadonlySet<string> | undefined;
  #policies: readonly Policy[] | undefined;
  #denier: CompiledPolicy | undefined;

  constructor(head: StoreHead, sections: StoreSections, deriving: Deriving, tiers: readonly Tier[] = TIERS) {
    this.deriving = deriving;
    this.head = head;
    this.#sections = sections;
    this.#tiers = tiers;
  }

  get damage(): string | null {
    return this.#sections.damage;
  }

  guarded<T>(read: () => T, otherwise: T): T {
    return this.#sections.guarded(read, otherwise);
  }

  get kinds(): EventKinds {
    const { kinds } = this.head;
    return kinds === null ? CANONICAL_KINDS : (this.#kinds ??= new StoredKinds(kinds, this.#sections));
  }

  get events(): ReadonlySet<string> {
    const wanted = this.#tiers.reduce((bits, tier) => bits | (1 << TIERS.indexOf(tier)), 0);
    return (this.#events ??= new Set(
      this.head.events.flatMap(([name, tiers]) => ((tiers & wanted) === 0 ? [] : [name])),
    ));
  }

  get policies(): readonly Policy[] {
    if (this.#policies !== undefined && this.damage === null) return this.#policies;
    const numbers = this.head.groups.flatMap((group) => sectionsOf(group, true));
    const positions = new Set<number>();
    for (const number of [this.head.off, ...numbers]) {
      for (const { row } of this.section(number).rows) if (this.hasTier(row[1])) positions.add(row[0]);
    }
    this.check(positions);
    if (this.damage !== null) return Object.freeze([this.denier.policy]);
    const sorted = [...positions].sort((a, b) => a - b);
    return (this.#policies = Object.freeze(sorted.flatMap((one) => this.compiled(one)?.policy ?? [])));
  }

  readonly forEvent = (event: string): PoliciesOfEvent => {
    const known = this.#byEvent.get(event);
    if (known instanceof StoredEventPolicies && this.damage === null && known.looked >= ROWS_BEFORE_INDEX) {
      const indexed = new EventPolicies(known.policies, INDEXED, this.kinds, this.deriving);
      if (this.damage === null) {
        this.#byEvent.set(event, indexed);
        return indexed;
      }
    }
    if (known !== undefined && this.damage === null) return known;
    const made = new StoredEventPolicies(event, this, this.#groupsOf(event));
    // Names of no policy are not kept: there is no end of them.
    if (this.events.has(event)) this.#byEvent.set(event, made);
    return made;
  };

  readonly ofTiers = (tiers: readonly Tier[]): PolicySet =>
    sealSet(
      new StoredParts(
        this.head,
        this.#sections,
        this.deriving,
        this.#tiers.filter((tier) => tiers.includes(tier)),
      ),
    );

  readonly deriveWith = (deriving: Deriving): PolicySet =>
    sealSet(new StoredParts(this.head, this.#sections, deriving, this.#tiers));

  /** The section's policies are known by their positions from then on. */
  section(number: number): PolicySection {
    const section = this.#sections.policies(number);
    if (this.#seen.has(section)) return section;
    this.#seen.add(section);
    for (const placed of section.rows) {
      const position = placed.row[0];
      if (!this.#places.has(position))
        this.#places.set(position, new StoredPolicy(this.#sections, placed, this.head.table));
    }
    return section;
  }

  check(positions: Iterable<number>): void {
    // What it finds, `damage` tells.
    for (const position of positions) void this.#places.get(position)?.body;
  }

  compiled(position: number): CompiledPolicy | undefined {
    const known = this.#compiled.get(position);
    if (known !== undefined) return known;
    const stored = this.#places.get(position);
    if (stored === undefined) return undefined;
    const made = new CompiledPolicy(stored, this.deriving);
    this.#compiled.set(position, made);
    return made;
  }

  /** The deny that is in the place of all policies when the store is damaged. */
  get denier(): CompiledPolicy {
    if (this.#denier !== undefined) return this.#denier;
    const policy = unreadablePolicy("enforced", this.damage ?? "they are damaged");
    return (this.#denier = new CompiledPolicy({ policy, key: "enforced/load-error:", tests: policy }));
  }

  hasTier(tier: number): boolean {
    return this.#tiers.includes(TIERS[tier] ?? "enforced");
  }

  listens(events: readonly string[], event: string): boolean {
    return listensTo(events, event, this.kinds);
  }

  #groupsOf(event: string): readonly StoredGroup[] {
    return this.guarded(
      () => this.head.groups.filter(({ events }) => events === null || this.listens(events, event)),
      [],
    );
  }
}

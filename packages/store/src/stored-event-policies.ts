import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { isSealed } from "@gatehouse-hooks/json";
import type { Event, EventKinds } from "@gatehouse-hooks/engine";
import {
  type CompiledPolicy,
  type Deriving,
  PathReader,
  type PoliciesOfEvent,
} from "@gatehouse-hooks/engine/parts";
import { bucketOf, sectionsOf, type StoredGroup, type StoredRow, type StoreHead } from "./store-format.js";
import type { PolicySection } from "./store-sections.js";
import { comesUp, EventValues } from "./triggers.js";

/** Where the deny of a damaged store is: before every policy. */
const DAMAGED: readonly number[] = Object.freeze([0]);

/** The enabled policies of an event in a store. Positions are those in the whole set, from 1. */
export class StoredEventPolicies implements PoliciesOfEvent {
  readonly #event: string;
  readonly #parts: StoredView;
  readonly #groups: readonly StoredGroup[];
  /** The rows of each section that count here: which do is the same for every event of this name. */
  readonly #rows = new Map<PolicySection, readonly StoredRow[]>();
  #all: readonly CompiledPolicy[] | undefined;
  /** How many rows were read. */
  looked = 0;

  constructor(event: string, parts: StoredView, groups: readonly StoredGroup[]) {
    this.#event = event;
    this.#parts = parts;
    this.#groups = groups;
  }

  get size(): number {
    return this.#parts.head.policies + 1;
  }

  get enforced(): number {
    return this.#parts.head.enforced + 1;
  }

  get someAlwaysRun(): boolean {
    return this.#parts.head.alwaysRun && this.#parts.damage === null;
  }

  get kinds(): EventKinds {
    return this.#parts.kinds;
  }

  get deriving(): Deriving {
    return this.#parts.deriving;
  }

  get policies(): readonly CompiledPolicy[] {
    const positions = new Set<number>();
    for (const section of this.#everySection(true)) {
      for (const row of this.#rowsOf(section)) positions.add(row[0]);
    }
    this.#parts.check(positions);
    if (this.#parts.damage !== null) return [this.#parts.denier];
    return (this.#all ??= [...positions]
      .sort((a, b) => a - b)
      .flatMap((position) => this.at(position) ?? []));
  }

  at(position: number): CompiledPolicy | undefined {
    return position === 0 || this.#parts.damage !== null
      ? this.#parts.denier
      : this.#parts.compiled(position);
  }

  candidates(event: Event): readonly number[] {
    const found = this.#parts.guarded(() => {
      const positions = isSealed(event) ? this.#reached(event) : this.#everyone();
      // INVARIANT: what a decision reads is read before it begins, so that damage denies all of it.
      this.#parts.kinds.of(this.#event);
      this.#parts.check(positions);
      return positions;
    }, DAMAGED);
    return this.#parts.damage === null ? found : DAMAGED;
  }

  /** What does not come from `readEvent` may inherit data, which only the conditions themselves know how to leave out. */
  #everyone(): readonly number[] {
    const positions = new Set<number>();
    for (const section of this.#everySection(false)) {
      for (const row of this.#rowsOf(section)) positions.add(row[0]);
    }
    return [...positions].sort((a, b) => a - b);
  }

  #reached(event: Event): readonly number[] {
    const positions: number[] = [];
    const take = (section: PolicySection): void => {
      const rows = this.#rowsOf(section);
      if (rows.length === 0) return;
      const values = new EventValues(section.paths, event, this.deriving);
      this.looked += rows.length;
      for (const row of rows) if (comesUp(row[5], values)) positions.push(row[0]);
    };
    for (const { open, gate } of this.#groups) {
      take(this.#parts.section(open));
      if (gate === null) continue;
      const { path, buckets } = gate;
      const bucket = buckets[bucketOf(valueAt(path, event), buckets.length)] ?? [];
      for (const section of bucket) take(this.#parts.section(section));
    }
    return positions.sort((a, b) => a - b);
  }

  #everySection(withNever: boolean): readonly PolicySection[] {
    const numbers = this.#groups.flatMap((group) => sectionsOf(group, withNever));
    return numbers.map((number) => this.#parts.section(number));
  }

  #rowsOf(section: PolicySection): readonly StoredRow[] {
    const known = this.#rows.get(section);
    if (known !== undefined) return known;
    const rows = section.rows.flatMap(({ row }) => (this.#counts(row) ? [row] : []));
    this.#rows.set(section, rows);
    return rows;
  }

  /** Whether a row is of this event, and of the tiers that count. */
  #counts(row: StoredRow): boolean {
    const events = row[7];
    return this.#parts.hasTier(row[1]) && (events === 0 || this.#parts.listens(events, this.#event));
  }
}

/** A list or an object equals no constant: any bucket will do, since the rows ask again. */
function valueAt(path: AtomPath, event: Event): null | boolean | number | string {
  const value = new PathReader(path).read(event) ?? null;
  return typeof value === "object" ? null : value;
}

/** What the policies of an event need of the store that they are in. */
export interface StoredView {
  readonly head: StoreHead;
  readonly kinds: EventKinds;
  readonly deriving: Deriving;
  /** Why nothing of the store counts any more, or null. */
  readonly damage: string | null;
  /** The deny that is in the place of all policies when the store is damaged. */
  readonly denier: CompiledPolicy;
  /** Runs what reads the store: what it throws is damage. */
  guarded<T>(read: () => T, otherwise: T): T;
  /** The section's policies are known by their positions from then on. */
  section(number: number): PolicySection;
  /** Reads what was written of policies of known positions, so that what is wrong with it is known. */
  check(positions: Iterable<number>): void;
  compiled(position: number): CompiledPolicy | undefined;
  /** Whether policies of this tier, by its number, count. */
  hasTier(tier: number): boolean;
  listens(events: readonly string[], event: string): boolean;
}

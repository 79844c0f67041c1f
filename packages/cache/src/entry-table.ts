import type { Answer } from "@gatehouse-hooks/engine";
import { LRUCache } from "lru-cache";
import type { Partition, StoredScope, StoreStats } from "./store.js";
import { partitionId } from "./store.js";

/** An answer in memory. */
export interface TableEntry {
  readonly partition: Partition;
  readonly key: string;
  readonly answer: Answer;
  /** The store's clock, in milliseconds. */
  readonly storedAt: number;
  /** Milliseconds; the reader's own limit counts as well. */
  readonly ttlMs: number;
  /** What it counts against the bound. */
  readonly bytes: number;
}

/** Entries by partition and key, bounded, least recently used out first. */
export interface EntryTable {
  /** The entry, unless it is expired by its own or the given TTL, or comes from the future: then it is dropped. */
  find(partition: Partition, key: string, now: number, ttlMs: number): TableEntry | undefined;
  /** Whether an entry of so many bytes can be kept. */
  fits(bytes: number): boolean;
  /** False when it is too large to be kept. */
  put(entry: TableEntry): boolean;
  dropPartition(partition: Partition): void;
  dropScope(scope: StoredScope): void;
  dropAll(): void;
  /** Least recently used first. */
  all(): readonly TableEntry[];
  /** Of what is still valid: expired entries are dropped first. */
  stats(now: number): Readonly<Record<StoredScope, StoreStats>>;
}

interface TableBounds {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** A partition with something in it. */
interface Home {
  /** Short and never used again: with the key, it is the entry's name. */
  readonly id: number;
  readonly keys: Set<string>;
}

type Counts = { -readonly [K in keyof StoreStats]: StoreStats[K] };

/** One entry may take this part of the bytes. */
const LARGEST_SHARE = 1 / 16;

/** @throws TypeError when a bound is not a positive integer */
export function entryTable(bounds: TableBounds): EntryTable {
  return new BoundedTable(bounds);
}

class BoundedTable implements EntryTable {
  readonly #maxBytes: number;
  readonly #counts: Record<StoredScope, Counts> = { session: noCounts(), global: noCounts() };
  readonly #homes = new Homes();
  readonly #entries: LRUCache<string, TableEntry>;

  constructor({ maxEntries, maxBytes }: TableBounds) {
    this.#maxBytes = maxBytes;
    this.#entries = new LRUCache<string, TableEntry>({
      max: positive("maxEntries", maxEntries),
      maxSize: positive("maxBytes", maxBytes),
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ partition, key, bytes }, _name, reason) => {
        const count = this.#counts[partition.scope];
        count.entries--;
        count.bytes -= bytes;
        if (reason === "evict") count.evictions++;
        // The entry that replaces it has the same key.
        if (reason !== "set") this.#homes.leave(partition, key);
      },
    });
  }

  fits(bytes: number): boolean {
    return bytes <= this.#maxBytes * LARGEST_SHARE;
  }

  find(partition: Partition, key: string, now: number, ttlMs: number): TableEntry | undefined {
    const home = this.#homes.get(partition);
    if (home === undefined) return undefined;
    const name = nameIn(home, key);
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (isValid(entry, now) && now - entry.storedAt < ttlMs) return entry;
    this.#expire(entry, name);
    return undefined;
  }

  put(entry: TableEntry): boolean {
    const { partition, key, bytes } = entry;
    if (!this.fits(bytes)) return false;
    const home = this.#homes.enter(partition, key);
    const count = this.#counts[partition.scope];
    count.entries++;
    count.bytes += bytes;
    this.#entries.set(nameIn(home, key), entry);
    return true;
  }

  dropPartition(partition: Partition): void {
    this.#drop(this.#homes.get(partition));
  }

  dropScope(scope: StoredScope): void {
    for (const home of this.#homes.in(scope)) this.#drop(home);
  }

  dropAll(): void {
    this.#entries.clear();
  }

  all(): readonly TableEntry[] {
    return [...this.#entries.rvalues()].filter((entry) => entry !== undefined);
  }

  stats(now: number): Readonly<Record<StoredScope, StoreStats>> {
    for (const [name, entry] of [...this.#entries.entries()])
      if (!isValid(entry, now)) this.#expire(entry, name);
    return { session: { ...this.#counts.session }, global: { ...this.#counts.global } };
  }

  #drop(home: Home | undefined): void {
    if (home === undefined) return;
    for (const key of [...home.keys]) this.#entries.delete(nameIn(home, key));
  }

  #expire({ partition }: TableEntry, name: string): void {
    this.#counts[partition.scope].expired++;
    this.#entries.delete(name);
  }
}

/** The partitions with something in them. */
class Homes {
  readonly #homes = new Map<string, Home>();
  #last = 0;

  get(partition: Partition): Home | undefined {
    return this.#homes.get(partitionId(partition));
  }

  enter(partition: Partition, key: string): Home {
    const id = partitionId(partition);
    let home = this.#homes.get(id);
    if (home === undefined) {
      home = { id: ++this.#last, keys: new Set() };
      this.#homes.set(id, home);
    }
    home.keys.add(key);
    return home;
  }

  leave(partition: Partition, key: string): void {
    const id = partitionId(partition);
    const home = this.#homes.get(id);
    home?.keys.delete(key);
    if (home?.keys.size === 0) this.#homes.delete(id);
  }

  in(scope: StoredScope): readonly Home[] {
    return [...this.#homes]
      .filter(([id]) => (id === "global") === (scope === "global"))
      .map(([, home]) => home);
  }
}

function isValid({ storedAt, ttlMs }: TableEntry, now: number): boolean {
  const age = now - storedAt;
  // Below zero the clock went back, and nothing is known about the age. A clock that says NaN fails as well.
  return age >= 0 && age < ttlMs;
}

function nameIn(home: Home, key: string): string {
  return `${home.id}:${key}`;
}

function noCounts(): Counts {
  return { entries: 0, bytes: 0, evictions: 0, expired: 0 };
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`expected \`${name}\` to be a positive integer, got ${value}`);
}

import type { Answer } from "@gatehouse/engine";
import { LRUCache } from "lru-cache";
import { answerText } from "./answer.js";
import type { Claim, Partition, Slot, StoredScope, StoreStats, VerdictStore } from "./store.js";
import { partitionId } from "./store.js";

export interface MemoryStoreOptions {
  /** Entries over both scopes; the least recently used goes first. Default 10,000. */
  readonly maxEntries?: number;
  /** Estimated bytes over both scopes; one entry may take a sixteenth. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Milliseconds, monotonic if possible. Default `performance.now`. */
  readonly clock?: () => number;
}

export const DEFAULT_MAX_ENTRIES = 10_000;
export const DEFAULT_MAX_BYTES: number = 32 * 1024 * 1024;

interface Entry {
  readonly answer: Answer;
  readonly storedAt: number;
  readonly bytes: number;
  readonly home: Home;
  readonly key: string;
}

/** A partition with something in it. */
interface Home {
  /** Short and unique for the life of the store: with the key, it is the entry's name. */
  readonly id: number;
  readonly scope: StoredScope;
  readonly name: string;
  readonly keys: Set<string>;
}

interface Counts {
  entries: number;
  bytes: number;
  evictions: number;
  expired: number;
}

/** Bytes of an entry beside its texts: objects, map slots, list links. */
const ENTRY_OVERHEAD = 400;

/**
 * Keeps answers in this process, least recently used out first.
 *
 * @throws TypeError when a bound is not a positive integer
 */
export function memoryStore(options: MemoryStoreOptions = {}): VerdictStore {
  const clock = options.clock ?? (() => performance.now());
  const maxEntries = positive("maxEntries", options.maxEntries ?? DEFAULT_MAX_ENTRIES);
  const maxBytes = positive("maxBytes", options.maxBytes ?? DEFAULT_MAX_BYTES);

  const maxEntryBytes = Math.floor(maxBytes / 16);

  const counts: Record<StoredScope, Counts> = { session: noCounts(), global: noCounts() };
  const homes = new Map<string, Home>();
  const tickets = new Map<string, Partition>();
  let lastId = 0;

  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bytes,
    dispose: ({ bytes, home, key }, _name, reason) => {
      counts[home.scope].entries--;
      counts[home.scope].bytes -= bytes;
      if (reason === "evict") counts[home.scope].evictions++;
      // A replacement is already in: its key stays.
      if (reason === "set") return;
      home.keys.delete(key);
      if (home.keys.size === 0 && homes.get(home.name) === home) homes.delete(home.name);
    },
  });

  function claim({ partition, key, ttlMs }: Slot): Claim {
    const home = homes.get(partitionId(partition));
    if (home !== undefined) {
      const name = nameOf(home, key);
      const entry = entries.get(name);
      if (entry !== undefined) {
        const age = clock() - entry.storedAt;
        // An age below zero: the clock went back, so nothing is known about the entry. NaN fails as well.
        if (age >= 0 && age < ttlMs) return { kind: "hit", answer: entry.answer };
        counts[home.scope].expired++;
        entries.delete(name);
      }
    }
    const ticket = String(++lastId);
    tickets.set(ticket, partition);
    return { kind: "own", ticket };
  }

  function settle({ partition, key }: Slot, ticket: string, answer: Answer): boolean {
    if (!tickets.delete(ticket)) return false;
    const bytes = 2 * (key.length + answerText(answer).length) + ENTRY_OVERHEAD;
    if (bytes > maxEntryBytes) return false;
    const name = partitionId(partition);
    let home = homes.get(name);
    if (home === undefined) {
      home = { id: ++lastId, scope: partition.scope, name, keys: new Set() };
      homes.set(name, home);
    }
    const entryName = nameOf(home, key);
    home.keys.add(key);
    counts[home.scope].entries++;
    counts[home.scope].bytes += bytes;
    entries.set(entryName, { answer, storedAt: clock(), bytes, home, key });
    return true;
  }

  function drop(isMeant: (partition: Partition) => boolean, homesMeant: readonly Home[]): void {
    for (const [ticket, partition] of tickets) if (isMeant(partition)) tickets.delete(ticket);
    for (const home of homesMeant) for (const key of [...home.keys]) entries.delete(nameOf(home, key));
  }

  return {
    kind: "memory",
    claim,
    settle,
    release: (_slot, ticket) => void tickets.delete(ticket),
    clearSession(session) {
      const id = partitionId(sessionPartition(session));
      const home = homes.get(id);
      drop((partition) => partitionId(partition) === id, home === undefined ? [] : [home]);
    },
    clear(scope) {
      const isMeant = (partition: { readonly scope: StoredScope }): boolean =>
        scope === undefined || partition.scope === scope;
      drop(isMeant, [...homes.values()].filter(isMeant));
    },
    stats: (): Record<StoredScope, StoreStats> => ({
      session: { ...counts.session },
      global: { ...counts.global },
    }),
    close: () => {
      tickets.clear();
      entries.clear();
    },
  };
}

function sessionPartition(session: string | undefined): Partition {
  return session === undefined ? { scope: "session" } : { scope: "session", session };
}

function nameOf(home: Home, key: string): string {
  return `${home.id}:${key}`;
}

function noCounts(): Counts {
  return { entries: 0, bytes: 0, evictions: 0, expired: 0 };
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`expected \`${name}\` to be a positive integer, got ${value}`);
}

import { entryTable } from "./entry-table.js";
import { ownProperties } from "@gatehouse-hooks/json";
import type { Partition, SyncVerdictStore } from "./store.js";
import { partitionId, sessionPartition } from "./store.js";

export interface MemoryStoreOptions {
  /** Entries over both scopes; the least recently used goes first. Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** Estimated bytes over both scopes; one entry may take a sixteenth. Default 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds, monotonic if possible. Default `performance.now`. */
  readonly clock?: (() => number) | undefined;
}

const DEFAULT_MAX_ENTRIES = 10_000;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of an entry apart from its strings: objects, map slots, list links. */
const ENTRY_OVERHEAD = 400;

/**
 * Keeps answers in this process, least recently used out first.
 *
 * @throws TypeError when a bound is not a positive integer
 */
export function memoryStore(given: MemoryStoreOptions = {}): SyncVerdictStore {
  const options = ownProperties(given);
  const clock = options.clock ?? (() => performance.now());
  const table = entryTable({
    maxEntries: options.maxEntries ?? DEFAULT_MAX_ENTRIES,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
  });
  const tickets = new Tickets();

  return {
    kind: "memory",

    claim({ partition, key, ttlMs }) {
      const entry = table.find(partition, key, clock(), ttlMs);
      if (entry !== undefined) return { kind: "hit", answer: entry.answer };
      return { kind: "own", ticket: tickets.issue(partition) };
    },

    find: ({ partition, key, ttlMs }) => table.find(partition, key, clock(), ttlMs)?.answer,

    settle({ partition, key, ttlMs }, ticket, answer) {
      if (!tickets.take(ticket)) return false;
      const bytes = 2 * (key.length + JSON.stringify(answer).length) + ENTRY_OVERHEAD;
      return table.put({ partition, key, answer, storedAt: clock(), ttlMs, bytes });
    },

    release: (_slot, ticket) => void tickets.take(ticket),

    clearSession(session) {
      const cleared = sessionPartition(session);
      const id = partitionId(cleared);
      tickets.voidThose((partition) => partitionId(partition) === id);
      table.dropPartition(cleared);
    },

    clear(scope) {
      tickets.voidThose((partition) => scope === undefined || partition.scope === scope);
      if (scope === undefined) table.dropAll();
      else table.dropScope(scope);
    },

    stats: () => table.stats(clock()),

    close() {
      tickets.voidThose(() => true);
      table.dropAll();
    },
  };
}

/** The claims that may still be settled. */
class Tickets {
  readonly #partitions = new Map<string, Partition>();
  #last = 0;

  issue(partition: Partition): string {
    const ticket = String(++this.#last);
    this.#partitions.set(ticket, partition);
    return ticket;
  }

  /** Whether it was still valid; it is not any more. */
  take(ticket: string): boolean {
    return this.#partitions.delete(ticket);
  }

  voidThose(isMeant: (partition: Partition) => boolean): void {
    for (const [ticket, partition] of this.#partitions)
      if (isMeant(partition)) this.#partitions.delete(ticket);
  }
}

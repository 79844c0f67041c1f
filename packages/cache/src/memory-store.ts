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
  /** The claims that may still be settled. */
  const tickets = new Map<string, Partition>();
  let lastTicket = 0;

  function voidTickets(isMeant: (partition: Partition) => boolean): void {
    for (const [ticket, partition] of tickets) if (isMeant(partition)) tickets.delete(ticket);
  }

  return {
    kind: "memory",

    claim({ partition, key, ttlMs }) {
      const entry = table.find(partition, key, clock(), ttlMs);
      if (entry !== undefined) return { kind: "hit", answer: entry.answer };
      const ticket = String(++lastTicket);
      tickets.set(ticket, partition);
      return { kind: "own", ticket };
    },

    find: ({ partition, key, ttlMs }) => table.find(partition, key, clock(), ttlMs)?.answer,

    settle({ partition, key, ttlMs }, ticket, answer) {
      if (!tickets.delete(ticket)) return false;
      const bytes = 2 * (key.length + JSON.stringify(answer).length) + ENTRY_OVERHEAD;
      return table.put({ partition, key, answer, storedAt: clock(), ttlMs, bytes });
    },

    release: (_slot, ticket) => void tickets.delete(ticket),

    clearSession(session) {
      const cleared = sessionPartition(session);
      const id = partitionId(cleared);
      voidTickets((partition) => partitionId(partition) === id);
      table.dropPartition(cleared);
    },

    clear(scope) {
      voidTickets((partition) => scope === undefined || partition.scope === scope);
      if (scope === undefined) table.dropAll();
      else table.dropScope(scope);
    },

    stats: () => table.stats(clock()),

    close() {
      tickets.clear();
      table.dropAll();
    },
  };
}

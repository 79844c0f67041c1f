import type { StoredScope, StoreStats } from "../store.js";
import type { Connection } from "./connection.js";
import type { Names } from "./names.js";

/** Values that are looked at; beyond them the counts are a lower bound. */
const MOST_VALUES = 100_000;
const PAGE = 500;
/** Two epochs of 16 characters, the dot and the space. */
const EPOCHS_LENGTH = 34;

/**
 * Counts the values that are still valid: a clear leaves the old ones to expire. Walks the keyspace in small steps;
 * what comes and goes meanwhile may be missed.
 */
export async function countEntries(
  redis: Connection,
  names: Names,
): Promise<Record<StoredScope, StoreStats>> {
  const counts = { session: { entries: 0, bytes: 0 }, global: { entries: 0, bytes: 0 } };
  const seen = new Set<string>();
  let cursor = "0";
  do {
    const [next, found] = await redis.run((client) =>
      client.scan(cursor, "MATCH", names.allValues, "COUNT", PAGE),
    );
    const values = found.filter((value) => !seen.has(value));
    for (const value of values) seen.add(value);
    if (values.length > 0) await countPage(redis, names, values, counts);
    cursor = next;
  } while (cursor !== "0" && seen.size < MOST_VALUES);
  const nothing = { evictions: 0, expired: 0 };
  return { session: { ...counts.session, ...nothing }, global: { ...counts.global, ...nothing } };
}

async function countPage(
  redis: Connection,
  names: Names,
  values: readonly string[],
  counts: Record<StoredScope, { entries: number; bytes: number }>,
): Promise<void> {
  const replies = await redis.run(async (client) => {
    const pipeline = client.pipeline();
    for (const value of values) {
      pipeline
        .getrange(value, 0, EPOCHS_LENGTH - 1)
        .strlen(value)
        .mget(...names.epochsOf(value));
    }
    return (await pipeline.exec()) ?? [];
  });
  for (const [i, value] of values.entries()) {
    const [start, length, epochs] = replies.slice(3 * i, 3 * i + 3).map((reply) => reply[1]);
    if (typeof start !== "string" || typeof length !== "number" || !Array.isArray(epochs)) continue;
    if (length === 0 || !start.startsWith(`${epochs[0] ?? ""}.${epochs[1] ?? ""} `)) continue;
    const count = counts[names.scopeOf(value)];
    count.entries++;
    count.bytes += length + value.length;
  }
}

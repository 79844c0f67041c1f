import type { ReplayPart } from "@gatehouse-hooks/replay";
import type { LogUnit, SessionGroup } from "./find-logs.js";
import type { ByteRange } from "./read-range.js";

/** What all pieces of a log have. */
interface AnyShard {
  /** Its place in the order of the log, from 0. */
  readonly index: number;
  /** Of its unit, in the order of the log. */
  readonly unit: number;
  readonly path: string;
}

/** Some bytes of a file of rows. */
export interface BytesShard extends AnyShard, ByteRange {
  readonly kind: "bytes";
  readonly file: string;
}

/** A piece of a log that is replayed by itself. */
export type Shard = BytesShard | (AnyShard & { readonly kind: "sessions"; readonly group: SessionGroup });

/** What a shard came to. */
export interface ShardResult {
  readonly index: number;
  readonly part: ReplayPart;
  /** Where it was stopped: the byte of the file at which it goes on, or 0 for sessions, which begin again; `null`: it is complete. */
  readonly stopped: number | null;
}

/** Where a replay goes on: what comes before is in its part. */
export interface LogPosition {
  /** In the order of the log; the number of units: all is done. */
  readonly unit: number;
  readonly offset: number;
}

const SMALLEST = 4 * 1024 * 1024;
const LARGEST = 256 * 1024 * 1024;
/** Shards for each worker: the last ones are not all done at the same time. */
const EACH = 8;

/**
 * Cuts units into shards, in order. Where it cuts does not matter for the result, only for how evenly the work is shared.
 *
 * @param jobs how many work at once
 * @param isWhole whether policies remember what was before in a file, so that none is cut
 */
export function shardsOf(
  units: readonly LogUnit[],
  from: LogPosition,
  jobs: number,
  isWhole: boolean = false,
): readonly Shard[] {
  const bytes = units.reduce((sum, { size }) => sum + size, 0);
  const most = isWhole ? Infinity : Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(bytes / (jobs * EACH))));
  const shards: Shard[] = [];
  for (const [unit, one] of units.entries()) {
    if (unit < from.unit) continue;
    const { path, size } = one;
    if (one.kind === "sessions") {
      shards.push({ kind: "sessions", index: shards.length, unit, path, group: one });
      continue;
    }
    const { file } = one;
    for (let at = unit === from.unit ? from.offset : 0; at < size; at += most) {
      const to = Math.min(at + most, size);
      shards.push({ kind: "bytes", index: shards.length, unit, path, file, from: at, to });
    }
  }
  return shards;
}

/** How many bytes a shard reads. */
export function shardBytes(shard: Shard): number {
  return shard.kind === "bytes" ? shard.to - shard.from : shard.group.size;
}

import type { ReplayPart } from "@gatehouse-hooks/replay";
import type { LogFile } from "./find-logs.js";
import type { ByteRange } from "./read-range.js";

/** A piece of a log that is replayed by itself: some bytes of a file. */
export interface Shard extends ByteRange {
  /** Its place in the order of the log, from 0. */
  readonly index: number;
  /** Of its file, in the order of the log. */
  readonly fileIndex: number;
  readonly path: string;
  readonly file: string;
}

/** What a shard came to. */
export interface ShardResult {
  readonly index: number;
  readonly part: ReplayPart;
  /** Where it was stopped: the byte of the file at which it goes on; `null`: it is complete. */
  readonly stopped: number | null;
}

/** Where a replay goes on: what comes before is in its part. */
export interface LogPosition {
  /** In the order of the log; the number of files: all is done. */
  readonly fileIndex: number;
  readonly offset: number;
}

const SMALLEST = 4 * 1024 * 1024;
const LARGEST = 256 * 1024 * 1024;
/** Shards for each worker: the last ones are not all done at the same time. */
const EACH = 8;

/**
 * Cuts files into shards, in order. Where it cuts does not matter for the result, only for how evenly the work is shared.
 *
 * @param jobs how many work at once
 */
export function shardsOf(files: readonly LogFile[], from: LogPosition, jobs: number): readonly Shard[] {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const most = Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(bytes / (jobs * EACH))));
  const shards: Shard[] = [];
  for (const [fileIndex, { path, file, size }] of files.entries()) {
    if (fileIndex < from.fileIndex) continue;
    let at = fileIndex === from.fileIndex ? from.offset : 0;
    // An empty file is read as well: it is a part of the log.
    do {
      const to = Math.min(at + most, size);
      shards.push({ index: shards.length, fileIndex, path, file, from: at, to });
      at = to;
    } while (at < size);
  }
  return shards;
}

import { createReplay, type ReplayOptions } from "@gatehouse-hooks/replay";
import type { Io } from "@gatehouse-hooks/console";
import { lineSplitter } from "@gatehouse-hooks/console/lines";
import { LONGEST_LINE } from "./read-range.js";
import { replayLine } from "./replay-lines.js";
import { replayOptions } from "./replay-options.js";
import type { ShardsResult } from "./merged-shards.js";
import type { WorkerData } from "./worker-messages.js";

/** Whether a replay is to stop. */
export interface Stopping {
  isStopped: boolean;
  /** What waits for input; set by who reads it. */
  stop: () => void;
}

/** Standard input in messages and places. */
const INPUT = "-";

/**
 * Replays what comes on standard input, in this thread: it is read once, in order, and nothing of it is kept.
 *
 * @param stopping told when it is to stop
 * @param each told of each event
 */
export async function replayStream(
  io: Io,
  data: WorkerData,
  stopping: Stopping,
  each?: ReplayOptions["each"],
): Promise<ShardsResult> {
  const replay = createReplay({ ...(await replayOptions(data)), ...(each !== undefined && { each }) });
  const take = replayLine(replay, INPUT);
  const splitter = lineSplitter(LONGEST_LINE);
  replay.open(INPUT, 0);
  let offset = 0;
  const started = performance.now();
  let lines = 0;
  const input = io.stdin[Symbol.asyncIterator]();
  for (;;) {
    const next = await unlessStopped(input.next(), stopping);
    if (next === null)
      return { part: replay.part(), stopped: { unit: 0, offset, path: INPUT }, before: null };
    if (next.done === true) break;
    for (const line of splitter.push(next.value)) {
      take(line, offset);
      lines++;
      // A line end of two bytes is counted as one: the place in a stream is for people.
      offset += (line?.length ?? 0) + 1;
    }
    const rate = Math.round(lines / Math.max(0.001, (performance.now() - started) / 1_000));
    io.progress?.(`replaying (${rate} lines/s), lines`, lines);
  }
  for (const line of splitter.end()) take(line, offset);
  return { part: replay.part(), stopped: null, before: null };
}

/** Resolved with `null` when it is to stop: an input that waits for its writer is stopped, too. */
function unlessStopped<Value>(value: Promise<Value>, stopping: Stopping): Promise<Value | null> {
  // A race with one promise that lasts would keep every value of the input alive.
  return new Promise((resolve, reject) => {
    stopping.stop = () => resolve(null);
    value.then(resolve, reject);
    if (stopping.isStopped) resolve(null);
  });
}

import { randomUUID } from "node:crypto";
import { UsageError } from "@gatehouse-hooks/console";
import type { MergedShards } from "../merged-shards.js";
import type { ShardsJob, ShardsWatch } from "../shards-job.js";
import { shardBytes, type Shard, type ShardResult } from "../shard.js";
import { KEPT_SECONDS, openQueue, type OpenQueue, resultKey, runKey } from "./replay-queue.js";
import { runText } from "./queued-run.js";

/** How often results are looked for, in ms: their events may be lost. */
const LOOK_MS = 250;

/** Shards in the queue before the one that is merged next: their results wait in Redis. */
const AHEAD = 256;

/**
 * Puts shards into a queue, whose workers are any number of processes on any machines that see the same files, and merges what they come
 * to. Of a shard that was done twice, since its worker was taken for lost, one result counts.
 *
 * @throws UsageError where the queue cannot be used; Error for a shard that no worker could replay
 */
export async function inQueue(
  { data, shards, queue: url }: ShardsJob & { readonly queue: string },
  merged: MergedShards,
  watch: ShardsWatch,
): Promise<void> {
  if (data.records.cache !== null)
    throw new UsageError("--cache with --queue", "workers on other machines do not see that file");
  const opened = await openQueue(url);
  const { queue, redis } = opened;
  const events = opened.events();
  const stop = new Int32Array(data.stop);
  const run = randomUUID();
  const jobId = (index: number): string => `${run}-${index}`;
  const failures = new Map<number, string>();
  events.on("failed", ({ jobId: id, failedReason }) => {
    if (id.startsWith(`${run}-`)) failures.set(Number(id.slice(run.length + 1)), failedReason);
  });
  let given = 0;
  try {
    await events.waitUntilReady();
    await redis.set(runKey(run), runText(data), { EX: KEPT_SECONDS });
    while (merged.next < shards.length && Atomics.load(stop, 0) === 0) {
      const next = shards.slice(given, Math.min(shards.length, merged.next + AHEAD));
      await queue.addBulk(
        next.map((shard) => ({
          name: "shard",
          data: { run, shard },
          opts: { jobId: jobId(shard.index), removeOnComplete: true, removeOnFail: { age: KEPT_SECONDS } },
        })),
      );
      given += next.length;
      const took = await taken(opened, run, merged, given);
      for (const { index } of took) watch.read(bytesAt(shards, index), 0);
      const [failed] = failures;
      if (failed !== undefined)
        throw new Error(`a worker could not replay ${shards[failed[0]]?.path ?? "a shard"}: ${failed[1]}`);
      if (took.length === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    const left = shards.slice(merged.next, given);
    await Promise.allSettled(left.map(async ({ index }) => await queue.remove(jobId(index))));
    await redis.del(runKey(run), ...left.map(({ index }) => resultKey(run, index))).catch(() => undefined);
    await Promise.allSettled([events.close(), queue.close()]);
  }
}

/** Takes the results that are there, in the log's order as far as they go. */
async function taken(
  { redis }: OpenQueue,
  run: string,
  merged: MergedShards,
  given: number,
): Promise<readonly ShardResult[]> {
  const took: ShardResult[] = [];
  while (merged.next < given) {
    const key = resultKey(run, merged.next);
    const text = await redis.get(key);
    if (text === null) return took;
    const result = JSON.parse(text) as ShardResult;
    if (result.stopped !== null) throw new Error("a worker has stopped within a shard");
    merged.add(result);
    took.push(result);
    await redis.del(key);
  }
  return took;
}

function bytesAt(shards: readonly Shard[], index: number): number {
  const shard = shards[index];
  return shard === undefined ? 0 : shardBytes(shard);
}

import { Worker } from "node:worker_threads";
import { programFile } from "@gatehouse-hooks/console";
import { replayOptions } from "./replay-options.js";
import { MergedShards, type ShardsResult } from "./merged-shards.js";
import { runShard } from "./run-shard.js";
import type { ShardsJob, ShardsWatch } from "./shards-job.js";
import { type FromWorker, REPLAY_WORKER, type ToWorker } from "./worker-messages.js";

/** Shards that may be done before the one that comes next: their parts are kept in memory. */
const AHEAD = 4;

/**
 * Replays shards and merges them in the log's order. The result does not depend on the number of threads.
 *
 * @throws for a thread that ends, and what a shard throws: a part that is missing is never left out of the sum
 */
export async function replayShards(job: ShardsJob, watch: ShardsWatch): Promise<ShardsResult> {
  const merged = new MergedShards(job.before, job.shards, job.data.examples);
  if (job.shards.length === 0) return merged.result(false);
  if (job.queue !== undefined)
    await (await import("./queue/queue-shards.js")).inQueue({ ...job, queue: job.queue }, merged, watch);
  // Node 20 starts no thread from TypeScript: there is one only from the command as it is built.
  else if (job.jobs === 1 || programFile().endsWith(".ts")) await inThisThread(job, merged, watch);
  else await inThreads(job, merged, watch);
  return merged.result(Atomics.load(new Int32Array(job.data.stop), 0) !== 0);
}

async function inThisThread(
  { data, shards, each }: ShardsJob,
  merged: MergedShards,
  watch: ShardsWatch,
): Promise<void> {
  const options = { ...(await replayOptions(data)), ...(each !== undefined && { each }) };
  const stop = new Int32Array(data.stop);
  const pause = async (bytes: number, lines: number): Promise<boolean> => {
    watch.read(bytes, lines);
    // Signals and the terminal are heard in between.
    await new Promise((resolve) => setImmediate(resolve));
    return Atomics.load(stop, 0) !== 0;
  };
  for (const shard of shards) {
    if (Atomics.load(stop, 0) !== 0) return;
    merged.add(await runShard(options, shard, { pause }));
  }
}

async function inThreads(job: ShardsJob, merged: MergedShards, watch: ShardsWatch): Promise<void> {
  const count = Math.min(job.jobs, job.shards.length);
  const work = new ShardQueue(job, merged, count);
  const threads: Worker[] = [];
  let open = count;
  const all = new Promise<void>((resolve, reject) => {
    for (let i = 0; i < count; i++) {
      const thread = new Worker(programFile(), { argv: [REPLAY_WORKER], workerData: job.data });
      threads.push(thread);
      thread.on("message", (message: FromWorker) => {
        if (message.kind === "failed") reject(new Error(message.why));
        else if (message.kind === "read") watch.read(message.bytes, message.lines);
        else {
          if (message.kind === "done") merged.add(message.result);
          work.free(thread);
        }
      });
      thread.on("error", reject);
      thread.on("exit", () => {
        // One that was told to end has given all that it had.
        if (!work.hasEnded(thread)) reject(new Error("a thread of the replay has ended"));
        if (--open === 0) resolve();
      });
    }
  });
  try {
    await all;
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** Gives work to threads without any, in the log's order, and ends those for which there is none. */
class ShardQueue {
  readonly #shards: ShardsJob["shards"];
  readonly #stop: Int32Array;
  readonly #merged: MergedShards;
  readonly #threads: number;
  readonly #idle: Worker[] = [];
  readonly #ended = new Set<Worker>();
  #given = 0;

  constructor({ shards, data }: ShardsJob, merged: MergedShards, threads: number) {
    this.#shards = shards;
    this.#stop = new Int32Array(data.stop);
    this.#merged = merged;
    this.#threads = threads;
  }

  hasEnded(thread: Worker): boolean {
    return this.#ended.has(thread);
  }

  free(thread: Worker): void {
    this.#idle.push(thread);
    while (this.#idle.length > 0) {
      const isOver = this.#given >= this.#shards.length || Atomics.load(this.#stop, 0) !== 0;
      if (!isOver && this.#given >= this.#merged.next + AHEAD * this.#threads) return;
      const idle = this.#idle.shift();
      if (idle === undefined) return;
      const shard = isOver ? undefined : this.#shards[this.#given++];
      if (shard === undefined) this.#ended.add(idle);
      const message: ToWorker = shard === undefined ? { kind: "end" } : { kind: "shard", shard };
      idle.postMessage(message);
    }
  }
}

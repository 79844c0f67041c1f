import { mergeParts, type ReplayOptions, type ReplayPart } from "@gatehouse-hooks/replay";
import { Worker } from "node:worker_threads";
import { program } from "../program-file.js";
import { replayOptions } from "./replay-options.js";
import { runShard } from "./run-shard.js";
import type { LogPosition, Shard, ShardResult } from "./shard.js";
import { type FromWorker, REPLAY_WORKER, type ToWorker, type WorkerData } from "./worker-messages.js";

/** Shards that may be done before the one that comes next: their parts are kept in memory. */
const AHEAD = 4;

/** What a replay of shards tells while it goes on. */
export interface ShardsWatch {
  /** So many bytes and lines more were read. */
  readonly read: (bytes: number, lines: number) => void;
}

/** What shards came to, and where they were stopped. */
export interface ShardsResult {
  /** `null`: there were none. */
  readonly part: ReplayPart | null;
  /** `null`: all are complete. */
  readonly stopped: (LogPosition & { readonly path: string }) | null;
  /** What comes before `stopped`: without the sessions in the middle of which it was stopped, which begin again. */
  readonly before: ReplayPart | null;
}

/** Merges results in the order of the log, whenever they come. */
class Merged {
  #part: ReplayPart | null;
  #before: ReplayPart | null = null;
  #next = 0;
  #stopped: ShardsResult["stopped"] = null;
  readonly #waiting = new Map<number, ShardResult>();
  readonly #shards: readonly Shard[];
  readonly #examples: number;

  constructor(before: ReplayPart | null, shards: readonly Shard[], examples: number) {
    this.#part = before;
    this.#before = before;
    this.#shards = shards;
    this.#examples = examples;
  }

  /** The place in order of the shard that is merged next. */
  get next(): number {
    return this.#next;
  }

  add(result: ShardResult): void {
    this.#waiting.set(result.index, result);
    // Behind a place that was stopped nothing counts: the result is a beginning of the log.
    for (;;) {
      const next = this.#stopped === null ? this.#waiting.get(this.#next) : undefined;
      if (next === undefined) return;
      this.#waiting.delete(this.#next);
      this.#before = this.#part;
      this.#part = this.#part === null ? next.part : mergeParts([this.#part, next.part], this.#examples);
      const begins = next.stopped !== null && this.#shards[next.index]?.kind === "sessions";
      if (!begins) this.#before = this.#part;
      if (next.stopped === null) this.#next++;
      else this.#stop(next.stopped);
    }
  }

  /**
   * @param wasStopped whether it was told to stop
   * @throws where a shard is missing that nobody has stopped
   */
  result(wasStopped: boolean): ShardsResult {
    if (this.#stopped === null && this.#next < this.#shards.length) {
      if (!wasStopped) throw new Error("a part of the log was not replayed");
      this.#stop(firstByte(this.#shards[this.#next]));
    }
    return { part: this.#part, stopped: this.#stopped, before: this.#before };
  }

  #stop(offset: number): void {
    const shard = this.#shards[this.#next];
    if (shard !== undefined) this.#stopped = { unit: shard.unit, offset, path: shard.path };
  }
}

function firstByte(shard: Shard | undefined): number {
  return shard?.kind === "bytes" ? shard.from : 0;
}

/** What is replayed, and what is known before. */
export interface ShardsJob {
  readonly data: WorkerData;
  readonly shards: readonly Shard[];
  /** Of what comes before in the log; `null`: nothing does. */
  readonly before: ReplayPart | null;
  /** Threads; 1: this one. */
  readonly jobs: number;
  /** Told of each event; only in this thread. */
  readonly each?: ReplayOptions["each"];
}

/**
 * Replays shards and merges them in the log's order. The result does not depend on the number of threads.
 *
 * @throws for a thread that ends, and what a shard throws: a part that is missing is never left out of the sum
 */
export async function replayShards(job: ShardsJob, watch: ShardsWatch): Promise<ShardsResult> {
  const merged = new Merged(job.before, job.shards, job.data.examples);
  if (job.shards.length === 0) return merged.result(false);
  // Node 20 starts no thread from TypeScript: there is one only from the command as it is built.
  if (job.jobs === 1 || program().endsWith(".ts")) await inThisThread(job, merged, watch);
  else await inThreads(job, merged, watch);
  return merged.result(Atomics.load(new Int32Array(job.data.stop), 0) !== 0);
}

async function inThisThread(
  { data, shards, each }: ShardsJob,
  merged: Merged,
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

async function inThreads(
  { data, shards, jobs }: ShardsJob,
  merged: Merged,
  watch: ShardsWatch,
): Promise<void> {
  const count = Math.min(jobs, shards.length);
  const stop = new Int32Array(data.stop);
  const threads: Worker[] = [];
  const idle: Worker[] = [];
  const ended = new Set<Worker>();
  let given = 0;
  let open = count;
  const all = new Promise<void>((resolve, reject) => {
    const tell = (thread: Worker, message: ToWorker): void => {
      thread.postMessage(message);
    };
    /** Gives work to threads without any, in the log's order, and ends those for which there is none. */
    const share = (): void => {
      while (idle.length > 0) {
        const isOver = given >= shards.length || Atomics.load(stop, 0) !== 0;
        if (!isOver && given >= merged.next + AHEAD * count) return;
        const thread = idle.shift();
        if (thread === undefined) return;
        const shard = isOver ? undefined : shards[given++];
        if (shard === undefined) ended.add(thread);
        tell(thread, shard === undefined ? { kind: "end" } : { kind: "shard", shard });
      }
    };
    for (let i = 0; i < count; i++) {
      const thread = new Worker(program(), { argv: [REPLAY_WORKER], workerData: data });
      threads.push(thread);
      thread.on("message", (message: FromWorker) => {
        if (message.kind === "failed") reject(new Error(message.why));
        else if (message.kind === "read") watch.read(message.bytes, message.lines);
        else {
          if (message.kind === "done") merged.add(message.result);
          idle.push(thread);
          share();
        }
      });
      thread.on("error", reject);
      thread.on("exit", () => {
        // One that was told to end has given all that it had.
        if (!ended.has(thread)) reject(new Error("a thread of the replay has ended"));
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

import type { Queue, QueueEvents, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { UsageError } from "../../usage-error.js";
import type { Shard } from "../shard.js";

/** The name of the queue, and the beginning of every other key. */
export const QUEUE = "gatehouse-replay";

/** Seconds that what a run has left behind is kept, should nobody take it away. */
export const KEPT_SECONDS = 86_400;

/** A piece of a log, for whoever takes it. */
export interface QueuedShard {
  /** Which replay it belongs to. */
  readonly run: string;
  readonly shard: Shard;
}

/** Where a worker finds what it replays with. */
export function runKey(run: string): string {
  return `${QUEUE}:run:${run}`;
}

/** Where a worker leaves what a shard came to. */
export function resultKey(run: string, index: number): string {
  return `${QUEUE}:result:${run}:${index}`;
}

/** A Redis with queues in it. */
export interface OpenQueue {
  readonly redis: Redis;
  readonly queue: () => Queue<QueuedShard>;
  readonly events: () => QueueEvents;
  /** @param lostAfterMs a worker that has said nothing for so long is lost, and its shard is given to another one */
  readonly worker: (
    take: (job: QueuedShard) => Promise<void>,
    lostAfterMs: number,
  ) => Worker<QueuedShard, void>;
}

/**
 * Opens the queue. BullMQ and its client are not part of the command: few need them.
 *
 * @throws UsageError where they are not installed, the address is none, or nothing answers there
 */
export async function openQueue(url: string): Promise<OpenQueue> {
  if (!/^rediss?:\/\/[^\s]+$/.test(url))
    throw new UsageError("--queue is no address of Redis", "write redis://HOST:PORT or rediss://…");
  const { bullmq, client } = await installed();
  const redis = new client.Redis(url, { maxRetriesPerRequest: 3, lazyConnect: true, connectTimeout: 5_000 });
  // What fails says so where it is waited for.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    throw new UsageError("the Redis of --queue does not answer");
  }
  const connection = { url, maxRetriesPerRequest: null };
  return {
    redis,
    queue: () => new bullmq.Queue<QueuedShard>(QUEUE, { connection }),
    events: () => new bullmq.QueueEvents(QUEUE, { connection }),
    worker: (take, lostAfterMs) =>
      new bullmq.Worker<QueuedShard, void>(QUEUE, async ({ data }) => await take(data), {
        connection,
        lockDuration: lostAfterMs,
        stalledInterval: Math.max(1_000, Math.floor(lostAfterMs / 2)),
        // A log that ends every worker that reads it must not go round for ever.
        maxStalledCount: 5,
      }),
  };
}

async function installed(): Promise<{
  readonly bullmq: typeof import("bullmq");
  readonly client: typeof import("ioredis");
}> {
  try {
    const [bullmq, client] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, client };
  } catch {
    throw new UsageError(
      "--queue needs the packages `bullmq` and `ioredis`",
      "npm install --global bullmq ioredis, beside gatehouse-hooks",
    );
  }
}

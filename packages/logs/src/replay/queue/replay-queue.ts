import type * as Bullmq from "bullmq";
import type { IRedisClient as RedisClient, Queue, QueueEvents, Worker } from "bullmq";
import { UsageError } from "@gatehouse-hooks/console";
import type { Shard } from "../shard.js";

/** The name of the queue, and the beginning of every other key. */
const QUEUE = "gatehouse-replay";

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

/** A queue of a Redis. */
export interface OpenQueue {
  readonly queue: Queue<QueuedShard>;
  readonly redis: Pick<RedisClient, "get" | "set" | "del">;
  readonly events: () => QueueEvents;
  /** @param lostAfterMs a worker that has said nothing for so long is lost, and its shard is given to another one */
  readonly worker: (
    take: (job: QueuedShard) => Promise<void>,
    lostAfterMs: number,
  ) => Worker<QueuedShard, void>;
}

/** How long Redis may take to answer at first. */
const CONNECT_MS = 5_000;

/**
 * Opens the queue. BullMQ and its client are not part of the command: few need them.
 *
 * @throws UsageError where they are not installed, the address is none, or nothing answers there
 */
export async function openQueue(url: string): Promise<OpenQueue> {
  const isPath = url.startsWith("/");
  if (!isPath && !/^rediss?:\/\/[^\s]+$/.test(url))
    throw new UsageError(
      "--queue is no address of Redis",
      "write redis://HOST:PORT, rediss://… or the path of a socket",
    );
  const bullmq = await installed();
  const connection = { ...(isPath ? { path: url } : { url }), maxRetriesPerRequest: null };
  const queue = new bullmq.Queue<QueuedShard>(QUEUE, { connection });
  // What fails says so where it is waited for.
  queue.on("error", () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(
    (resolve) => (timer = setTimeout(() => resolve(undefined), CONNECT_MS)),
  );
  const redis = await Promise.race([queue.getBackend().client, late]).catch(() => undefined);
  clearTimeout(timer);
  if (redis === undefined) {
    await queue.disconnect().catch(() => undefined);
    throw new UsageError("the Redis of --queue does not answer");
  }
  return {
    ...{ queue, redis },
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

async function installed(): Promise<typeof Bullmq> {
  try {
    return await import("bullmq");
  } catch {
    throw new UsageError(
      "--queue needs the packages `bullmq` and `ioredis`",
      "npm install --global bullmq ioredis, beside gatehouse-hooks",
    );
  }
}

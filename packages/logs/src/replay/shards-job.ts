import type { ReplayOptions, ReplayPart } from "@gatehouse-hooks/replay";
import type { Shard } from "./shard.js";
import type { WorkerData } from "./worker-messages.js";

/** What a replay of shards tells while it goes on. */
export interface ShardsWatch {
  /** So many bytes and lines more were read. */
  readonly read: (bytes: number, lines: number) => void;
}

/** What is replayed, and what is known before. */
export interface ShardsJob {
  readonly data: WorkerData;
  readonly shards: readonly Shard[];
  /** Of what comes before in the log; `null`: nothing does. */
  readonly before: ReplayPart | null;
  /** Threads; 1: this one. */
  readonly jobs: number;
  /** The address of a Redis with a queue whose workers replay instead. */
  readonly queue?: string | undefined;
  /** Told of each event; only in this thread. */
  readonly each?: ReplayOptions["each"];
}

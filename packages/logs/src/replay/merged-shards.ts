import { mergeParts, type ReplayPart } from "@gatehouse-hooks/replay";
import type { LogPosition, Shard, ShardResult } from "./shard.js";

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
export class MergedShards {
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

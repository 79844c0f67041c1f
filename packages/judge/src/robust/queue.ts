import PQueue from "p-queue";

import { JudgeFailure } from "../failure.js";

/** Lets a few pieces of work run at once; the others wait, higher priority first. */
export interface ModelQueue {
  /** @throws JudgeFailure `overloaded` (as a rejection) when too many wait already. */
  run<T>(
    work: () => Promise<T>,
    options: { readonly priority: number; readonly signal: AbortSignal },
  ): Promise<T>;
}

/**
 * @param places - how many run at once.
 * @param maxWaiting - how many may wait.
 */
export function createQueue(places: number, maxWaiting: number): ModelQueue {
  const queue = new PQueue({ concurrency: places });
  return {
    async run(work, { priority, signal }) {
      if (queue.size >= maxWaiting) {
        throw new JudgeFailure("overloaded", `${queue.size} questions are waiting already`);
      }
      // A question that is withdrawn while it waits leaves the queue and is never asked.
      return await queue.add(work, { priority, signal });
    },
  };
}

import type { Verdict } from "@gatehouse-hooks/engine";
import PQueue from "p-queue";
import { failure, failureOfAbort } from "./failure.js";
import type { Stop } from "./stop.js";

/** How urgent a question is: one that the decision certainly needs goes before one asked speculatively. */
export type Urgency = "certain" | "speculative";

const PRIORITY: Readonly<Record<Urgency, number>> = { certain: 1, speculative: 0 };

/** Questions that wait for one of a few places. None is skipped; equal urgency is first come, first served. */
export interface Queue {
  /** Waits for a place, then does the work. A question that is cancelled while it waits is never asked. */
  run(id: string, urgency: Urgency, stop: Stop, work: () => Promise<Verdict>): Promise<Verdict>;
  /** Moves a waiting question to the certain ones; nothing happens when it does not wait any more. */
  raise(id: string): void;
  /** Questions being asked now. */
  readonly running: number;
  /** Questions that wait. */
  readonly waiting: number;
}

/**
 * @param places questions that may be asked at once
 * @param maxWaiting questions that may wait; one more is a failure (`overloaded`) at once
 */
export function createQueue(places: number, maxWaiting: number): Queue {
  const queue = new PQueue({ concurrency: places });
  const speculative = new Set<string>();
  return {
    async run(id, urgency, stop, work) {
      if (stop.stopped) return failureOfAbort(stop.reason);
      if (queue.size >= maxWaiting) {
        return failure("overloaded", `${maxWaiting} questions are waiting already`);
      }
      if (urgency === "speculative") speculative.add(id);
      try {
        return await queue.add(
          () => {
            speculative.delete(id);
            return work();
          },
          // A question that gets a place at once need not be able to leave the line.
          {
            id,
            priority: PRIORITY[urgency],
            ...(queue.pending + queue.size < places ? {} : { signal: stop.signal }),
          },
        );
      } catch {
        // `work` never rejects, so it has left the queue.
        return failureOfAbort(stop.reason);
      } finally {
        speculative.delete(id);
      }
    },
    raise(id) {
      if (!speculative.delete(id)) return;
      try {
        queue.setPriority(id, PRIORITY.certain);
      } catch {
        // It was cancelled just now and has left the queue.
      }
    },
    get running() {
      return queue.pending;
    },
    get waiting() {
      return queue.size;
    },
  };
}

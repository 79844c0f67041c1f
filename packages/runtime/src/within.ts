import type { Verdict } from "@gatehouse-hooks/engine";
import { Cancelled, failure, failureOfAbort } from "./failure.js";
import { createStopper, type Stop } from "./stop.js";

/** The bounds of one piece of waiting. */
export interface Bounds {
  /** Ends the waiting with a failure; its reason is passed on to the work. */
  readonly stop: Stop;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** The time of a piece of work, which may stand still while a person thinks or another limit holds. */
export interface Countdown {
  /**
   * Stops the time of the work until the returned function starts it anew, in full. Without effect once the waiting is over.
   *
   * @param limitMs milliseconds that the pause may take; after that the time is up. Absent: what is waited for has a limit of
   *   its own
   */
  readonly pause: (limitMs?: number) => () => void;
}

/** Node's timers wrap above this. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Waits for a verdict, at most as long as the bounds say. Resolves always, rejects never; afterwards no timer and no
 * listener is left, and the work has been told to stop unless it ended by itself.
 *
 * @param work may throw, reject, or never end
 * @param onError what a throw or a rejection means
 */
export function within(
  work: (stop: Stop, countdown: Countdown) => Promise<Verdict>,
  { stop, timeoutMs }: Bounds,
  onError: (error: unknown) => Verdict,
): Promise<Verdict> {
  if (stop.stopped) return Promise.resolve(failureOfAbort(stop.reason));
  return new Promise((resolve) => {
    const inner = createStopper();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const end = (verdict: Verdict): void => {
      over = true;
      clearTimeout(timer);
      unwatch();
      resolve(verdict);
    };
    const giveUp = (reason: unknown): void => {
      // Resolved first: what the work does on its abort comes too late to matter.
      end(failureOfAbort(reason));
      inner.stop(reason);
    };
    const start = (ms: number, missed: string): void => {
      const onTimeout = (): void => giveUp(new Cancelled("timeout", `${missed} within ${ms} ms`));
      timer = setTimeout(onTimeout, Math.min(ms, LONGEST_TIMER_MS));
    };
    const pause = (limitMs?: number): (() => void) => {
      if (over) return () => undefined;
      clearTimeout(timer);
      if (limitMs !== undefined) start(limitMs, "nobody answered");
      let paused = true;
      return () => {
        if (over || !paused) return;
        paused = false;
        clearTimeout(timer);
        start(timeoutMs, "no answer");
      };
    };
    const unwatch = stop.watch(giveUp);
    start(timeoutMs, "no answer");
    // Through a promise: what throws at once is a rejection like any other.
    Promise.resolve(inner)
      .then((stopper) => work(stopper, { pause }))
      .then(end, (error: unknown) => end(onErrorSafely(onError, error)));
  });
}

function onErrorSafely(onError: (error: unknown) => Verdict, error: unknown): Verdict {
  try {
    return onError(error);
  } catch {
    return failure("handler-failed", "the handler failed with something that cannot be shown");
  }
}

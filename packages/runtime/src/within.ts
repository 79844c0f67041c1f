import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import type { Verdict } from "@gatehouse-hooks/engine";
import { Cancelled, failure, failureOfAbort } from "./failure.js";
import { createStopper, type Stop } from "./stop.js";

/** The bounds of one piece of waiting. */
export interface Bounds {
  /** Ends the waiting with a failure; its reason is passed on to the work. */
  readonly stop: Stop;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Asked when the time is up: true grants it once more. */
  readonly extend?: () => boolean;
}

/** The time of a piece of work, which may be paused while a person thinks. */
export interface Countdown {
  /**
   * Stops the time of the work; another limit holds until the returned function starts it anew, in full. No effect once
   * the waiting is over.
   *
   * @param limitMs milliseconds that the pause may take; after that the time is up
   */
  readonly pause: (limitMs: number) => () => void;
}

/**
 * Waits for a verdict, at most as long as the bounds say. Always resolves, never rejects; afterwards no timer and no
 * listener is left, and the work has been told to stop unless it ended by itself.
 *
 * @param work may throw, reject, or never end
 * @param onError what a throw or a rejection means
 */
export function within(
  work: (stop: Stop, countdown: Countdown) => Promise<Verdict>,
  { stop, timeoutMs, extend }: Bounds,
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
    const onTimeout = (): void => {
      if (extend?.() === true) start();
      else giveUp(new Cancelled("timeout", `no answer within ${timeoutMs} ms`));
    };
    const start = (): void => {
      timer = setTimeout(onTimeout, Math.min(timeoutMs, LONGEST_TIMER_MS));
    };
    const pause = (limitMs: number): (() => void) => {
      if (over) return () => undefined;
      clearTimeout(timer);
      const tooLong = (): void => giveUp(new Cancelled("timeout", `no answer within ${limitMs} ms`));
      timer = setTimeout(tooLong, Math.min(limitMs, LONGEST_TIMER_MS));
      let paused = true;
      return () => {
        if (over || !paused) return;
        paused = false;
        clearTimeout(timer);
        start();
      };
    };
    const unwatch = stop.watch(giveUp);
    start();
    // Through a promise: a synchronous throw is a rejection like any other.
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

import type { Verdict } from "@gatehouse-hooks/engine";
import { ONCE } from "@gatehouse-hooks/json";
import { Cancelled, failure, failureOfAbort } from "./failure.js";

/**
 * An abort signal that costs little until a real one is needed: an `AbortController` takes longer to make than a
 * kept verdict takes to find.
 */
export interface Stop {
  readonly stopped: boolean;
  /** Why it stopped; undefined before. */
  readonly reason: unknown;
  /** The same as an `AbortSignal`, made on first use. */
  readonly signal: AbortSignal;
  /** Calls back once when it stops, or at once if it has. Returns an unsubscribe function. */
  watch(onStop: (reason: unknown) => void): () => void;
}

/** A `Stop` and the way to stop it. */
export interface Stopper extends Stop {
  /** Stops it; the first reason stays. */
  stop(reason: unknown): void;
}

/** A class, since one is made for every decision: making an object with four accessors takes longer than all else here. */
class LazyStopper implements Stopper {
  #stopped = false;
  #reason: unknown;
  #controller: AbortController | undefined;
  #watchers: Set<(reason: unknown) => void> | undefined;

  get stopped(): boolean {
    return this.#stopped;
  }

  get reason(): unknown {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  watch(onStop: (reason: unknown) => void): () => void {
    if (this.#stopped) {
      onStop(this.#reason);
      return nothing;
    }
    // A new function, so that the same callback may watch twice.
    const watcher = (why: unknown): void => onStop(why);
    const watchers = (this.#watchers ??= new Set());
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }

  stop(why: unknown): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#reason = why;
    for (const watcher of this.#watchers ?? []) watcher(why);
    this.#watchers?.clear();
    this.#controller?.abort(why);
  }
}

export function createStopper(): Stopper {
  return new LazyStopper();
}

/** A caller's abort signal as a `Stop`. */
export function stopOf(signal: AbortSignal): Stop {
  return {
    get stopped() {
      return signal.aborted;
    },
    get reason(): unknown {
      const reason: unknown = signal.reason;
      return reason;
    },
    signal,
    watch(onStop) {
      const listener = (): void => onStop(signal.reason);
      if (signal.aborted) {
        listener();
        return nothing;
      }
      signal.addEventListener("abort", listener, ONCE);
      return () => signal.removeEventListener("abort", listener);
    },
  };
}

function nothing(): void {
  // There is nothing to end.
}

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

/**
 * An abort signal that costs little until somebody needs a real one: an `AbortController` takes longer to make than a
 * kept verdict takes to find.
 */
export interface Stop {
  readonly stopped: boolean;
  /** Why it stopped; undefined before. */
  readonly reason: unknown;
  /** The same as an `AbortSignal`, made on first use. */
  readonly signal: AbortSignal;
  /** Calls back once when it stops, or at once if it has. Gives back what ends the watching. */
  watch(onStop: (reason: unknown) => void): () => void;
}

/** A `Stop` and the way to stop it. */
export interface Stopper extends Stop {
  /** Stops it; the first reason stays. */
  stop(reason: unknown): void;
}

export function createStopper(): Stopper {
  let stopped = false;
  let reason: unknown;
  let controller: AbortController | undefined;
  const watchers = new Set<(reason: unknown) => void>();
  return {
    get stopped() {
      return stopped;
    },
    get reason() {
      return reason;
    },
    get signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (stopped) controller.abort(reason);
      }
      return controller.signal;
    },
    watch(onStop) {
      if (stopped) {
        onStop(reason);
        return nothing;
      }
      // A function of its own, so that the same callback may watch twice.
      const watcher = (why: unknown): void => onStop(why);
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    stop(why) {
      if (stopped) return;
      stopped = true;
      reason = why;
      for (const watcher of watchers) watcher(why);
      watchers.clear();
      controller?.abort(why);
    },
  };
}

/** An abort signal of somebody else as a `Stop`. */
export function stopOf(signal: AbortSignal): Stop {
  return {
    get stopped() {
      return signal.aborted;
    },
    get reason() {
      return signal.reason as unknown;
    },
    signal,
    watch(onStop) {
      const listener = (): void => onStop(signal.reason);
      if (signal.aborted) {
        listener();
        return nothing;
      }
      signal.addEventListener("abort", listener, { once: true });
      return () => signal.removeEventListener("abort", listener);
    },
  };
}

function nothing(): void {
  // There is nothing to end.
}

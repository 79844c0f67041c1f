import { ONCE } from "@gatehouse-hooks/json";

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
      signal.addEventListener("abort", listener, ONCE);
      return () => signal.removeEventListener("abort", listener);
    },
  };
}

function nothing(): void {
  // There is nothing to end.
}

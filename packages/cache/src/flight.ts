import { ONCE } from "@gatehouse-hooks/json";
import type { AskOptions } from "./verdict-cache.js";

/** A question that is being asked, and those who wait for the answer. */
export interface Flight<T> {
  /** Waits for the answer; a caller's abort ends only its own waiting, and rejects with the abort's reason. */
  join(wait: AskOptions): Promise<T>;
}

/** Tells those who wait that the judge is being asked until the promise settles. */
type Computing = <V>(work: Promise<V>) => Promise<V>;

/**
 * Starts asking. The flight's signal aborts when every caller has aborted: then the answer is no longer wanted.
 *
 * @param onEnd called once, when the answer is there or no caller waits any more
 */
export function startFlight<T>(
  ask: (signal: AbortSignal, computing: Computing) => Promise<T>,
  onEnd: () => void,
): Flight<T> {
  const controller = new AbortController();
  const listeners = new Set<(computing: boolean) => void>();
  let isComputing = false;
  let waiting = 0;
  let ended = false;
  const end = (): void => {
    if (!ended) onEnd();
    ended = true;
  };
  const tell = (computing: boolean): void => {
    isComputing = computing;
    for (const listener of listeners) tellOne(listener, computing);
  };
  const landing = ask(controller.signal, (work) => {
    tell(true);
    return work.finally(() => tell(false));
  }).finally(end);
  // Every caller may have left before it fails.
  landing.catch(() => undefined);

  return {
    join({ signal, onComputing }) {
      waiting++;
      if (onComputing !== undefined) {
        listeners.add(onComputing);
        if (isComputing) tellOne(onComputing, true);
      }
      if (signal === undefined) return landing;
      return new Promise<T>((resolve, reject) => {
        const leave = (): void => {
          if (onComputing !== undefined) listeners.delete(onComputing);
          reject(signal.reason as Error);
          waiting--;
          if (waiting > 0 || ended) return;
          end();
          controller.abort(signal.reason);
        };
        signal.addEventListener("abort", leave, ONCE);
        landing.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
      });
    },
  };
}

function tellOne(listener: (computing: boolean) => void, computing: boolean): void {
  try {
    listener(computing);
  } catch {
    // A listener that is broken must not change an answer.
  }
}

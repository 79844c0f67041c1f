import { ONCE } from "@gatehouse-hooks/json";

/** A question that is being asked, and those who wait for the answer. */
export interface Flight<T> {
  /** Waits for the answer; a caller's abort ends only its own waiting, and rejects with the abort's reason. */
  join(signal: AbortSignal | undefined): Promise<T>;
}

/**
 * Starts asking. The flight's signal aborts when every caller has aborted: then the answer is no longer wanted.
 *
 * @param onEnd called once, when the answer is there or no caller waits any more
 */
export function startFlight<T>(ask: (signal: AbortSignal) => Promise<T>, onEnd: () => void): Flight<T> {
  const controller = new AbortController();
  let waiting = 0;
  let ended = false;
  const end = (): void => {
    if (!ended) onEnd();
    ended = true;
  };
  const landing = ask(controller.signal).finally(end);
  // Every caller may have left before it fails.
  landing.catch(() => undefined);

  return {
    join(signal) {
      waiting++;
      if (signal === undefined) return landing;
      return new Promise<T>((resolve, reject) => {
        const leave = (): void => {
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

import { LONGEST_TIMER_MS } from "@gatehouse-hooks/json";
import { JudgeFailure } from "../failure.js";

/**
 * Runs `work` until it settles, `ms` milliseconds have passed or `signal` aborts, whichever is first.
 *
 * The result settles at that moment even when `work` ignores its signal; `work`'s own late outcome is dropped. No timer
 * and no listener stays behind.
 *
 * @throws JudgeFailure `timeout` or `aborted` (as a rejection).
 */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const onAbort = (): void => ended.abort(new JudgeFailure("aborted", "the question was withdrawn"));
  const onTimeout = (): void => ended.abort(new JudgeFailure("timeout", `no verdict within ${ms} ms`));
  const timer = setTimeout(onTimeout, Math.min(ms, LONGEST_TIMER_MS));
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal?.aborted === true) onAbort();
    return await raceAbort(ended.signal, () => work(ended.signal));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts: for work that ignores signals. */
export async function raceAbort<T>(signal: AbortSignal, work: () => T | PromiseLike<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(abortError(signal));
  });
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The signal's reason, as an error also where an embedder's signal gives something else. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("aborted");
}

/** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it aborts; no timer stays behind. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError(signal));
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

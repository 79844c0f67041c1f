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
  let reject: (reason: unknown) => void = () => undefined;
  const end = (failure: JudgeFailure): void => {
    reject(failure);
    ended.abort(failure);
  };
  const onAbort = (): void => end(new JudgeFailure("aborted", "the question was withdrawn"));
  const timer = setTimeout(
    () => end(new JudgeFailure("timeout", `no verdict within ${ms} ms`)),
    Math.min(ms, LONGEST_TIMER_MS),
  );
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await new Promise<T>((resolve, rejectNow) => {
      reject = rejectNow;
      if (signal?.aborted === true) onAbort();
      else work(ended.signal).then(resolve, rejectNow);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

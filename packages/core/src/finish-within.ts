/**
 * Waits for work, for as long as it may take.
 *
 * @param signal of the call; absent: it cannot be cancelled
 * @param work is aborted when it takes longer, or the call is cancelled
 * @throws where it takes longer, or the call was cancelled
 */
export async function finishWithin<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no decision within ${ms / 1_000} s`)), ms);
    cancel = () => reject(new Error("the call was cancelled"));
    signal?.addEventListener("abort", cancel);
    if (signal?.aborted === true) cancel();
  });
  const working = work(ending.signal);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
    if (cancel !== undefined) signal?.removeEventListener("abort", cancel);
    ending.abort();
    // It may still fail after its time, which changes nothing.
    working.catch(() => undefined);
  }
}

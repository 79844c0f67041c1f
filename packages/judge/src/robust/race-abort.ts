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

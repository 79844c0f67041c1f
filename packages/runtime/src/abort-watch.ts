import { ONCE } from "@gatehouse-hooks/json";

/** Notifies many of the abort of one signal. */
type AbortWatch = (signal: AbortSignal, onAbort: () => void) => () => void;

/**
 * One listener per signal, however many watch it: a host may decide on a thousand events under one signal, and Node
 * reports eleven listeners as a leak. The returned function unsubscribes; an aborted signal calls at once.
 */
export function createAbortWatch(): AbortWatch {
  const watchers = new WeakMap<
    AbortSignal,
    { readonly all: Set<() => void>; readonly listener: () => void }
  >();

  return (signal, onAbort) => {
    if (signal.aborted) {
      onAbort();
      return () => undefined;
    }
    let known = watchers.get(signal);
    if (known === undefined) {
      const all = new Set<() => void>();
      const listener = (): void => {
        watchers.delete(signal);
        for (const one of all) one();
      };
      known = { all, listener };
      watchers.set(signal, known);
      signal.addEventListener("abort", listener, ONCE);
    }
    const { all, listener } = known;
    // A new function, so that the same callback may watch twice.
    const one = (): void => onAbort();
    all.add(one);
    return () => {
      if (!all.delete(one) || all.size > 0 || watchers.get(signal)?.all !== all) return;
      watchers.delete(signal);
      signal.removeEventListener("abort", listener);
    };
  };
}

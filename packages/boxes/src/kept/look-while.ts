/** A look that is taken again and again, as long as there is something to look for. */
export interface RepeatedLook {
  /** Says that something may be there: it is looked for until nothing is. */
  readonly wake: () => void;
  /** Ends it: nothing wakes it any more. */
  readonly close: () => void;
}

/**
 * Looks again and again, and not at all while nothing is there. The process may end meanwhile.
 *
 * @param isNeeded asked behind each look: whether another one is needed
 * @param everyMs between one look and the next
 */
export function lookWhile(isNeeded: () => boolean, look: () => void, everyMs: number): RepeatedLook {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    wake: () => {
      if (isClosed) return;
      timer ??= setInterval(() => {
        look();
        if (!isNeeded()) rest();
      }, everyMs).unref();
    },
    close: () => {
      isClosed = true;
      rest();
    },
  };
}

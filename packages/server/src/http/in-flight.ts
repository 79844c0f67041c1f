import { HttpProblem } from "./problem.js";

/** The requests that are being answered. */
export interface InFlight {
  /** Answers a request, or refuses it where too many are being answered or the server is being stopped. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  readonly count: number;
  /** The server is going: it is not ready for more, whether it still answers or not. */
  readonly isLeaving: boolean;
  /** From now on it is going. Requests are answered as before, for those who have not heard of it. */
  readonly leave: () => void;
  /** From now on every request is refused; resolves when the last one is answered. */
  readonly drain: () => Promise<void>;
}

/** Bounds the requests in flight: what is refused gets 503 with a time to come again, never an answer. */
export function countInFlight(most: number): InFlight {
  let count = 0;
  let leaving = false;
  let draining = false;
  let settle: (() => void) | undefined;
  const drained = new Promise<void>((resolve) => (settle = resolve));
  const left = (): void => {
    count--;
    if (draining && count === 0) settle?.();
  };
  return {
    get count() {
      return count;
    },
    get isLeaving() {
      return leaving;
    },
    leave: () => {
      leaving = true;
    },
    run: async (work) => {
      if (draining)
        throw new HttpProblem(
          "draining",
          "ask another server",
          {},
          { "retry-after": "1", connection: "close" },
        );
      if (count >= most)
        throw new HttpProblem("too-busy", `${most} requests are being answered`, {}, { "retry-after": "1" });
      count++;
      try {
        return await work();
      } finally {
        left();
      }
    },
    drain: async () => {
      leaving = true;
      draining = true;
      if (count === 0) settle?.();
      await drained;
    },
  };
}

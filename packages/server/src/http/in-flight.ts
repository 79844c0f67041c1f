import type { ServerLimits } from "./limits.js";
import { HttpProblem } from "./problem.js";

/** The requests that are being answered. */
export interface InFlight {
  /** Answers a request, or refuses it where too many are being answered, of all or of one caller, or the server is being stopped. */
  readonly run: <T>(of: FlightOf, work: () => Promise<T>) => Promise<T>;
  readonly count: number;
  /** The server is going: it is not ready for more, whether it still answers or not. */
  readonly isLeaving: boolean;
  /** From now on it is going. Requests are answered as before, for those who have not heard of it. */
  readonly leave: () => void;
  /** From now on every request is refused; resolves when the last one is answered. */
  readonly drain: () => Promise<void>;
}

/** Whose request it is, and how long its body may be. */
interface FlightOf {
  readonly tenant: string;
  readonly caller: string;
  readonly bytes: number;
}

/** What is in flight at most. */
type FlightLimits = Pick<ServerLimits, "maxInFlight" | "maxCallerInFlight" | "maxCallerBytes">;

/**
 * Bounds the requests in flight: what is refused gets 503 with a time to come again, never an answer. One caller alone cannot have all of
 * them, however slowly it sends.
 */
export function countInFlight({ maxInFlight: most, ...ofCaller }: FlightLimits): InFlight {
  const enter = countCallers(ofCaller);
  let count = 0;
  let leaving = false;
  let draining = false;
  let settle: (() => void) | undefined;
  const drained = new Promise<void>((resolve) => (settle = resolve));
  const left = (leave: () => void): void => {
    leave();
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
    run: async (of, work) => {
      if (draining)
        throw new HttpProblem(
          "draining",
          "ask another server",
          {},
          { "retry-after": "1", connection: "close" },
        );
      if (count >= most) throw busy(`${most} requests are being answered`);
      const leave = enter(of);
      count++;
      try {
        return await work();
      } finally {
        left(leave);
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

/** Counts what each caller has in flight; what it gives ends a request. @throws HttpProblem where it would be too much */
function countCallers({
  maxCallerInFlight,
  maxCallerBytes,
}: Omit<FlightLimits, "maxInFlight">): (of: FlightOf) => () => void {
  const callers = new Map<string, { count: number; bytes: number }>();
  return ({ tenant, caller, bytes }) => {
    const key = JSON.stringify([tenant, caller]);
    const own = callers.get(key) ?? { count: 0, bytes: 0 };
    if (own.count >= maxCallerInFlight) throw busy(`${own.count} requests of this caller are being answered`);
    if (own.count > 0 && own.bytes + bytes > maxCallerBytes)
      throw busy(`${own.bytes} bytes of this caller are being read`);
    callers.set(key, own);
    own.count++;
    own.bytes += bytes;
    return () => {
      own.count--;
      own.bytes -= bytes;
      if (own.count === 0) callers.delete(key);
    };
  };
}

function busy(detail: string): HttpProblem {
  return new HttpProblem("too-busy", detail, {}, { "retry-after": "1" });
}

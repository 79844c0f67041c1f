/** What a server takes at most. */
export interface ServerLimits {
  /** Bytes of a request's body. Default 1 MiB. */
  readonly maxBodyBytes: number;
  /** Requests in flight; one more gets 503. Default 256. */
  readonly maxInFlight: number;
  /** Of them those of one caller. Default three quarters of `maxInFlight`, or all where that is less than 8. */
  readonly maxCallerInFlight: number;
  /** Bytes of bodies of one caller that are in flight. Default 64 MiB, or `maxBodyBytes` where that is more. */
  readonly maxCallerBytes: number;
  /** Calls of one caller that wait for a person. Default 250. */
  readonly maxCallerAsked: number;
  /** Milliseconds that one request may decide for: afterwards what was not answered is a failure of its policy. Default 20,000. */
  readonly deadlineMs: number;
  /** Evaluations of one AuthZEN request. Default 100. */
  readonly maxEvaluations: number;
  /** Milliseconds that a pending decision may wait for its answers. Default 3,600,000. */
  readonly pendingMs: number;
  /** Milliseconds that a call waits for a person. Default 900,000. */
  readonly askedMs: number;
  /** Milliseconds that an approval counts. Default 300,000. */
  readonly approvedMs: number;
}

/** What each limit is where nothing is said, and its bounds. */
interface Bounds {
  readonly default: number;
  readonly least: number;
  readonly most: number;
}

const DAY_MS = 86_400_000;

const BOUNDS: Readonly<Record<keyof ServerLimits, Bounds>> = Object.freeze({
  maxBodyBytes: { default: 1_048_576, least: 1_024, most: 64 * 1_048_576 },
  maxInFlight: { default: 256, least: 1, most: 100_000 },
  maxCallerInFlight: { default: 192, least: 1, most: 100_000 },
  maxCallerBytes: { default: 64 * 1_048_576, least: 1_024, most: 1_024 * 1_048_576 },
  maxCallerAsked: { default: 250, least: 1, most: 1_000 },
  deadlineMs: { default: 20_000, least: 1, most: 3_600_000 },
  maxEvaluations: { default: 100, least: 1, most: 10_000 },
  pendingMs: { default: 3_600_000, least: 1, most: 7 * DAY_MS },
  askedMs: { default: 900_000, least: 1, most: DAY_MS },
  approvedMs: { default: 300_000, least: 1, most: DAY_MS },
});

/** Fewer requests in flight than these are not shared out. */
const LEAST_SHARED = 8;

/** The limits, complete. @throws TypeError for one that is unknown or out of range */
export function resolveLimits(given: Partial<ServerLimits> = {}): ServerLimits {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(BOUNDS, name)) throw new TypeError(`\`${name}\` is no limit of a server`);
  const resolved = (name: keyof ServerLimits, usual = BOUNDS[name].default): number => {
    const { least, most } = BOUNDS[name];
    const value = given[name] ?? usual;
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new TypeError(`expected \`${name}\` to be an integer from ${least} to ${most}, got ${value}`);
  };
  const [maxBodyBytes, maxInFlight] = [resolved("maxBodyBytes"), resolved("maxInFlight")];
  const share = maxInFlight < LEAST_SHARED ? maxInFlight : Math.ceil((maxInFlight * 3) / 4);
  return {
    maxBodyBytes,
    maxInFlight,
    maxCallerInFlight: resolved("maxCallerInFlight", share),
    maxCallerBytes: resolved("maxCallerBytes", Math.max(BOUNDS.maxCallerBytes.default, maxBodyBytes)),
    maxCallerAsked: resolved("maxCallerAsked"),
    deadlineMs: resolved("deadlineMs"),
    maxEvaluations: resolved("maxEvaluations"),
    pendingMs: resolved("pendingMs"),
    askedMs: resolved("askedMs"),
    approvedMs: resolved("approvedMs"),
  };
}

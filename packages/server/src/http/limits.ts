/** What a server takes at most. */
export interface ServerLimits {
  /** Bytes of a request's body. Default 1 MiB. */
  readonly maxBodyBytes: number;
  /** Requests in flight; one more gets 503. Default 256. */
  readonly maxInFlight: number;
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
  deadlineMs: { default: 20_000, least: 1, most: 3_600_000 },
  maxEvaluations: { default: 100, least: 1, most: 10_000 },
  pendingMs: { default: 3_600_000, least: 1, most: 7 * DAY_MS },
  askedMs: { default: 900_000, least: 1, most: DAY_MS },
  approvedMs: { default: 300_000, least: 1, most: DAY_MS },
});

/** The limits, complete. @throws TypeError for one that is unknown or out of range */
export function resolveLimits(given: Partial<ServerLimits> = {}): ServerLimits {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(BOUNDS, name)) throw new TypeError(`\`${name}\` is no limit of a server`);
  const resolved = (name: keyof ServerLimits): number => {
    const { least, most, default: usual } = BOUNDS[name];
    const value = given[name] ?? usual;
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new TypeError(`expected \`${name}\` to be an integer from ${least} to ${most}, got ${value}`);
  };
  return {
    maxBodyBytes: resolved("maxBodyBytes"),
    maxInFlight: resolved("maxInFlight"),
    deadlineMs: resolved("deadlineMs"),
    maxEvaluations: resolved("maxEvaluations"),
    pendingMs: resolved("pendingMs"),
    askedMs: resolved("askedMs"),
    approvedMs: resolved("approvedMs"),
  };
}

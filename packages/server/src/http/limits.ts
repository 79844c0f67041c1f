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

export const DEFAULT_LIMITS: ServerLimits = Object.freeze({
  maxBodyBytes: 1_048_576,
  maxInFlight: 256,
  deadlineMs: 20_000,
  maxEvaluations: 100,
  pendingMs: 3_600_000,
  askedMs: 900_000,
  approvedMs: 300_000,
});

const LEAST: ServerLimits = Object.freeze({
  maxBodyBytes: 1_024,
  maxInFlight: 1,
  deadlineMs: 1,
  maxEvaluations: 1,
  pendingMs: 1,
  askedMs: 1,
  approvedMs: 1,
});

const DAY_MS = 86_400_000;

const MOST: ServerLimits = Object.freeze({
  maxBodyBytes: 64 * 1_048_576,
  maxInFlight: 100_000,
  deadlineMs: 3_600_000,
  maxEvaluations: 10_000,
  pendingMs: 7 * DAY_MS,
  askedMs: DAY_MS,
  approvedMs: DAY_MS,
});

/** The limits, complete. @throws TypeError for one that is unknown or out of range */
export function resolveLimits(given: Partial<ServerLimits> = {}): ServerLimits {
  const made: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!isLimit(name)) throw new TypeError(`\`${name}\` is no limit of a server`);
    if (!Number.isInteger(value) || value < LEAST[name] || value > MOST[name])
      throw new TypeError(
        `expected \`${name}\` to be an integer from ${LEAST[name]} to ${MOST[name]}, got ${value}`,
      );
    made[name] = value;
  }
  return made as unknown as ServerLimits;
}

function isLimit(name: string): name is keyof ServerLimits {
  return Object.hasOwn(DEFAULT_LIMITS, name);
}

import type { VerdictCache } from "@gatehouse-hooks/cache";
import type { Derive, PolicySet } from "@gatehouse-hooks/engine";
import { type Clock, systemClock } from "./clock.js";
import type { RuntimeHost } from "./read-input.js";
import type { Handlers } from "./handlers.js";
import type { Notice } from "./notice.js";
import { nearName } from "@gatehouse-hooks/json";

/** What a runtime is made of. */
export interface RuntimeOptions {
  /** Made by `compilePolicies` or `loadPolicySet`. */
  readonly policies: PolicySet;
  /** The functions that answer needs; without them only static policies decide, and the others fail. */
  readonly handlers?: Handlers;
  /** What derives the facts of events, for policies that were compiled without, now and by `reload`. Default: what they were compiled with. */
  readonly derive?: Derive;
  /** Where the judge's verdicts are kept. It stays the caller's: `close` of the runtime leaves it open. */
  readonly cache?: VerdictCache;
  /**
   * Questions on their way at once: to the judge, and commands that run. More of them wait in a queue (document 000,
   * "Configuration"). Default 3, at least 1, at most 100.
   */
  readonly maxConcurrentEvals?: number;
  /**
   * Asks the judges of one event at the same time, up to `maxConcurrentEvals`: faster, but after a deny the answers of
   * the policies behind it are paid for and thrown away. The decision is the same. Default false: one after another, and
   * after a deny no further policy is asked (document 000, "Supported events").
   */
  readonly lookahead?: boolean;
  /** Questions that may wait in a queue; one more is a failure (`overloaded`). Default 10,000. */
  readonly maxWaiting?: number;
  /** The model that the judge takes for a policy which names none: part of the verdict key. */
  readonly defaultModel?: string;
  /** Measures how long answers take. Default: the monotonic clock of the process. */
  readonly clock?: Clock;
  /**
   * An event whose name is in no table, of no policy and near none: `abstain` (the default) decides it, with a notice in the
   * decision; `deny` denies it. Register custom kinds with `compilePolicies(…, { kinds })`.
   */
  readonly unknownEvents?: "abstain" | "deny";
  /** The agents whose events are decided, for what their own policies need of an event. Default: none. */
  readonly hosts?: readonly RuntimeHost[];
  /** Told once of each kind of trouble. Default: a warning of the process, on stderr. */
  readonly onNotice?: (notice: Notice) => void;
}

/** The options that have a default, completed and checked. */
interface ResolvedOptions {
  readonly maxConcurrentEvals: number;
  readonly lookahead: boolean;
  readonly maxWaiting: number;
  readonly clock: Clock;
  readonly unknownEvents: "abstain" | "deny";
}

const KNOWN: ReadonlySet<string> = new Set<keyof RuntimeOptions>([
  "policies",
  "handlers",
  "derive",
  "cache",
  "maxConcurrentEvals",
  "lookahead",
  "maxWaiting",
  "defaultModel",
  "clock",
  "unknownEvents",
  "hosts",
  "onNotice",
]);

/** @throws TypeError for an unknown option or a wrong value */
export function resolveOptions(options: RuntimeOptions): ResolvedOptions {
  refuseUnknownOptions(options, KNOWN);
  return {
    maxConcurrentEvals: integer("maxConcurrentEvals", options.maxConcurrentEvals ?? 3, 1, 100),
    lookahead: trueOrFalse("lookahead", options.lookahead ?? false),
    maxWaiting: integer("maxWaiting", options.maxWaiting ?? 10_000, 0, 1_000_000),
    clock: options.clock ?? systemClock,
    unknownEvents: unknownEventsOf(options.unknownEvents),
  };
}

function unknownEventsOf(value: RuntimeOptions["unknownEvents"]): "abstain" | "deny" {
  if (value === undefined || value === "abstain" || value === "deny") return value ?? "abstain";
  throw new TypeError(`expected \`unknownEvents\` to be abstain or deny, got ${String(value)}`);
}

function trueOrFalse(name: string, value: boolean): boolean {
  if (typeof value === "boolean") return value;
  throw new TypeError(`expected \`${name}\` to be true or false, got ${String(value)}`);
}

function integer(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`expected \`${name}\` to be an integer from ${least} to ${most}, got ${String(value)}`);
}

/**
 * Refuses options that are not known: a misspelt one would be ignored, and what it was meant to do would not happen.
 *
 * @throws TypeError that names the option, and the known one that is near it
 */
export function refuseUnknownOptions(options: object, known: ReadonlySet<string>): void {
  for (const key of Object.keys(options)) {
    if (known.has(key)) continue;
    const meant = nearName(key, known);
    const cure = meant === null ? `expected one of ${[...known].join(", ")}` : `did you mean \`${meant}\`?`;
    throw new TypeError(`unknown option \`${key}\`; ${cure}`);
  }
}

import type { Effect, TraceEntry } from "../decision.js";
import type { Handler, PolicySource, Tier } from "../policy.js";

/** A test of a condition that came out the wrong way, and what it looked at. */
export interface Because {
  /** Which part of the policy holds the test. */
  readonly part: "matcher" | "condition";
  /** The text of the test, shortened. */
  readonly text: string;
  /** How the test came out: `true` where its opposite was wanted. */
  readonly was: boolean;
  /** The properties that it read, with their values as JSON: secrets redacted, shortened. */
  readonly saw: readonly { readonly path: string; readonly value: string }[];
}

/** The policy that an account is about. */
export interface Account {
  readonly policy: string;
  readonly tier: Tier;
  readonly source?: PolicySource;
}

/** What happened to one enabled policy that lists the event. */
export type PolicyAccount =
  /** It applied, and said what the entries say; a second one is its answer to the rewritten input. */
  | (Account & { readonly kind: "applied"; readonly entries: readonly TraceEntry[] })
  /** It applies, and its verdict is missing; what it said to an earlier input is in the entries. */
  | (Account & {
      readonly kind: "pending";
      readonly needs: readonly string[];
      readonly handler: Handler["kind"];
      readonly entries: readonly TraceEntry[];
    })
  /** Its matcher or condition did not hold: the smallest set of tests that shows it. */
  | (Account & { readonly kind: "not-applicable"; readonly because: readonly Because[] })
  /** It would apply, but a policy before it denied. */
  | (Account & { readonly kind: "skipped"; readonly by: string })
  /** It was not reached: an answer that may change the input is missing. */
  | (Account & { readonly kind: "waiting"; readonly on: string });

/** What the effect would be if some policies were not there. */
export interface Change {
  /** The ids of the policies that are left out. */
  readonly without: readonly string[];
  /** `null` when verdicts would be missing: see `needs`. */
  readonly effect: Effect | null;
  /** The policy that would decide. */
  readonly policy: string | null;
  /** The ids of the policies that would have to be asked. */
  readonly needs: readonly string[];
}

/** Why the answer to an event is what it is. Plain JSON. */
export interface Explanation {
  /** The name of the event. */
  readonly event: string;
  /** `null` while verdicts are missing. */
  readonly effect: Effect | null;
  readonly policy: string | null;
  readonly reason: string;
  /** In order of evaluation. */
  readonly policies: readonly PolicyAccount[];
  /** How many policies that did not apply are left out of the list. */
  readonly omitted: number;
  /** The ids of policies that list the event and are switched off; absent unless asked for. */
  readonly disabled: { readonly count: number; readonly policies?: readonly string[] };
  /** The ids of policies that do not list the event; absent unless asked for. */
  readonly elsewhere: { readonly count: number; readonly policies?: readonly string[] };
  /** What it would take to change the effect, as far as leaving out policies does. */
  readonly changes: readonly Change[];
}

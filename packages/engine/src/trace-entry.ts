import type { TraceEntry } from "./decision.js";
import type { OnFailure, Policy } from "./policy.js";
import type { Verdict } from "./verdict.js";

/** What is said in addition to the verdict itself. */
export interface Beside {
  /** What a failure means. */
  readonly onFailure: OnFailure;
  readonly again: boolean;
  readonly notes: readonly string[];
}

type Draft = { -readonly [Key in keyof TraceEntry]: TraceEntry[Key] };

/** The line of the trace for one verdict. Made for every policy that applies, so it is built without copies. */
export function traceEntry({ id, tier, handler }: Policy, verdict: Verdict, beside: Beside): TraceEntry {
  const source = verdict.source ?? handler.kind;
  const entry: Draft =
    verdict.kind === "failure"
      ? {
          policy: id,
          tier,
          applied: true,
          verdict: verdict.kind,
          reason: verdict.message,
          failure: { code: verdict.code, onFailure: beside.onFailure },
          source,
        }
      : { policy: id, tier, applied: true, verdict: verdict.kind, reason: verdict.reason, source };
  if (verdict.ms !== undefined) entry.ms = verdict.ms;
  if (verdict.usage !== undefined) entry.usage = verdict.usage;
  if (beside.again) entry.again = true;
  if (beside.notes.length > 0) entry.notes = beside.notes;
  return entry;
}

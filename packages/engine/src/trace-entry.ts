import { emptyRecord } from "@gatehouse/condition/json";
import type { TraceEntry } from "./decision.js";
import type { OnFailure, Policy } from "./policy.js";
import type { Verdict } from "./verdict.js";

/** What is said beside the verdict itself. */
export interface Beside {
  /** What a failure means. */
  readonly onFailure: OnFailure;
  readonly again: boolean;
  readonly notes: readonly string[];
}

/** The line of the trace for one verdict. Made for every policy that applies, so it is built without copies. */
export function traceEntry({ id, tier, handler }: Policy, verdict: Verdict, beside: Beside): TraceEntry {
  const entry = emptyRecord<TraceEntry>();
  entry.policy = id;
  entry.tier = tier;
  entry.applied = true;
  entry.verdict = verdict.kind;
  if (verdict.kind === "failure") {
    entry.reason = verdict.message;
    entry.failure = { code: verdict.code, onFailure: beside.onFailure };
  } else entry.reason = verdict.reason;
  entry.source = verdict.source ?? handler.kind;
  if (verdict.ms !== undefined) entry.ms = verdict.ms;
  if (verdict.usage !== undefined) entry.usage = verdict.usage;
  if (beside.again) entry.again = true;
  if (beside.notes.length > 0) entry.notes = beside.notes;
  return entry as TraceEntry;
}

import type { Effect } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, own } from "@gatehouse-hooks/json";
import type { Happened, LiveDecision, LogPlace, RealOutcome, ReplayInput } from "@gatehouse-hooks/replay";
import { AUDIT_KINDS } from "@gatehouse-hooks/local";

/** What a line of a log is. */
type LogRow =
  | { readonly kind: "event"; readonly input: ReplayInput }
  /** A decision of an audit trail. */
  | { readonly kind: "decision"; readonly decision: LiveDecision }
  /** A record of an audit trail that is not a decision. */
  | { readonly kind: "record" }
  | { readonly kind: "other" };

const EFFECTS: readonly Effect[] = ["deny", "ask", "allow", "abstain"];
const OUTCOMES: readonly RealOutcome[] = ["ran", "failed", "denied", "rewritten", "unknown"];
const BY = ["hook", "native"] as const;
const PERSON = ["allowed", "refused"] as const;

/** ISO 8601 with a zone: without one it would be another time on another machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a row of a log: an event, `{ event: {…}, … }` with what is known beside it, or a record of an audit trail. An event has its
 * name in `event`, a row has the event there.
 */
export function logRowOf(row: JsonObject, place: LogPlace): LogRow {
  if (isTrailRecord(row)) {
    if (row["kind"] !== "decision") return { kind: "record" };
    const decision = liveOf(row);
    return decision === null ? { kind: "other" } : { kind: "decision", decision };
  }
  const event = own(row, "event");
  if (typeof event === "string") return { kind: "event", input: inputOf(row, row, place) };
  return isRecord(event) ? { kind: "event", input: inputOf(event, row, place) } : { kind: "other" };
}

/** Is this a record of an audit trail? */
export function isTrailRecord(row: JsonObject): boolean {
  const kind = own(row, "kind");
  return (
    own(row, "v") === 1 &&
    typeof kind === "string" &&
    AUDIT_KINDS.includes(kind) &&
    typeof own(row, "run") === "string" &&
    Array.isArray(own(row, "prev"))
  );
}

function inputOf(event: JsonObject, row: JsonObject, place: LogPlace): ReplayInput {
  const beside = row !== event;
  const decision = beside ? own(row, "decision") : undefined;
  return {
    place,
    event,
    at: rowTime(own(row, "at")) ?? rowTime(own(event, "timestamp")),
    session: beside ? textOf(own(row, "session")) : null,
    agent: (beside ? textOf(own(row, "agent")) : null) ?? textOf(own(event, "host")),
    happened: beside ? happenedOf(row) : null,
    live: isRecord(decision) ? liveOf(decision) : null,
  };
}

function happenedOf(row: JsonObject): Happened | null {
  const outcome = oneOf(OUTCOMES, own(row, "outcome"));
  const person = oneOf(PERSON, own(row, "person"));
  if (outcome === null && person === null) return null;
  return { outcome: outcome ?? "unknown", by: oneOf(BY, own(row, "by")), person };
}

function liveOf(decision: JsonObject): LiveDecision | null {
  const effect = oneOf(EFFECTS, own(decision, "effect"));
  const ms = own(decision, "ms");
  if (effect === null) return null;
  return { effect, policy: textOf(own(decision, "policy")), ms: typeof ms === "number" ? ms : null };
}

/** Milliseconds since 1970, of a number or an ISO time. */
export function rowTime(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;
  if (typeof value !== "string" || value.length > 40 || !TIME.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) || at < 0 ? null : at;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null;
}

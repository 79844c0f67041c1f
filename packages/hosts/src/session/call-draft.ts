import type { SessionOutcome, LostField, SessionCall } from "./session-call.js";

/** A call whose result is not known yet. */
export type CallDraft = Omit<SessionCall, "outcome" | "by" | "person" | "actual" | "exit" | "inner" | "line">;

/** What became of it. */
export interface CallEnd extends Pick<SessionCall, "by" | "person" | "actual" | "exit" | "inner"> {
  readonly outcome: SessionOutcome;
  /** Beside what the draft has lost. */
  readonly lost?: readonly LostField[];
}

/** The file does not tell what became of it. */
export const UNKNOWN_END: CallEnd = { outcome: "unknown", by: null, lost: ["outcome", "by"] };

/** A call and what became of it. */
export function endedCall(draft: CallDraft, end: CallEnd, line: number): SessionCall {
  const { lost: lostBefore, event, ...call } = draft;
  const { lost: lostAfter = [], outcome, by, person, actual, exit, inner } = end;
  return {
    ...call,
    line,
    outcome,
    by,
    ...(person === undefined ? {} : { person }),
    ...(actual === undefined ? {} : { actual }),
    ...(exit === undefined ? {} : { exit }),
    ...(inner === undefined ? {} : { inner }),
    lost: [...new Set([...lostBefore, ...lostAfter])],
    event,
  };
}

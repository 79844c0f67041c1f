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
  const { parent, subagent } = draft;
  const { outcome, by, person, actual, exit, inner, lost = [] } = end;
  return {
    agent: draft.agent,
    id: draft.id,
    line,
    session: draft.session,
    ...(parent === undefined ? undefined : { parent }),
    ...(subagent === undefined ? undefined : { subagent }),
    at: draft.at,
    cwd: draft.cwd,
    tool: draft.tool,
    kind: draft.kind,
    params: draft.params,
    outcome,
    by,
    ...(person === undefined ? undefined : { person }),
    ...(actual === undefined ? undefined : { actual }),
    ...(exit === undefined ? undefined : { exit }),
    ...(inner === undefined ? undefined : { inner }),
    lost: lost.length === 0 ? draft.lost : [...new Set([...draft.lost, ...lost])],
    event: draft.event,
  };
}

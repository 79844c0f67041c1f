import type { Decision, Effect } from "@gatehouse-hooks/engine";
import type { LogPlace } from "./log-place.js";

/** What really became of a call. `unknown`: the log does not tell. */
export type RealOutcome = "ran" | "failed" | "denied" | "rewritten" | "unknown";

/** What the log says of what happened. */
export interface Happened {
  readonly outcome: RealOutcome;
  /** Who denied it: a hook, or the agent itself (its rules, a person's no); `null`: nobody, or not known. */
  readonly by: "hook" | "native" | null;
  /** What a person said who was asked; `null`: nobody was, or the log does not tell. */
  readonly person: "allowed" | "refused" | null;
}

/** The decision that was made when the event happened, as far as the log has it. */
export interface LiveDecision {
  readonly effect: Effect;
  /** The policy that decided. */
  readonly policy: string | null;
  /** Milliseconds that the decision took; `null` where the log does not tell. */
  readonly ms: number | null;
}

/** One event of a log. */
export interface ReplayInput {
  readonly place: LogPlace;
  /** The canonical event as the log has it: anything that JSON can say. It is checked like an event that comes live. */
  readonly event: unknown;
  /** Milliseconds since 1970; `null`: the log does not tell. */
  readonly at: number | null;
  /** The session; `null`: what the event itself says. */
  readonly session: string | null;
  /** The agent: `claude-code`, `codex` …; `null`: not known. */
  readonly agent: string | null;
  /** `null`: the log has events alone. */
  readonly happened: Happened | null;
  /** `null`: the log has none with the event. */
  readonly live: LiveDecision | null;
}

/** The fields of a decision by which two are compared. */
export type ComparedDecision = Pick<
  Decision,
  "effect" | "policy" | "warnings" | "context" | "systemMessages" | "updatedInput"
>;

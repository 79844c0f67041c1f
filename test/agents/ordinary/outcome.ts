import type { AgentName } from "../agent-name.js";

/** What became of one call. */
export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  /** What was said, where it was not made. */
  readonly note: string;
}

/** The outcomes of one agent with one Node. */
export interface OrdinaryRun {
  readonly agent: AgentName;
  /** The major version of Node. */
  readonly version: string;
  readonly outcomes: readonly Outcome[];
}

import type { AgentName } from "../agent-name.js";
import type { Native } from "../profiles/profile.js";

/** What has to come of a call. `either` is for what the agent may decide by itself. */
export type Expectation = "runs" | "stays" | "either";

/** What came of it. */
export interface Observation {
  /** The model gave the call. */
  readonly reached: boolean;
  /** The agent hung on this call. */
  readonly hung: boolean;
  readonly ran: boolean;
}

/**
 * - `open`: it ran and must not have; `shut`: it did not run and must have;
 * - `known`: it ran, or the agent hung, because the agent ignores every hook there;
 * - `hangs`: the agent never went on; `untested`: the agent never got to it.
 */
export type CellVerdict = "ok" | "open" | "shut" | "known" | "hangs" | "untested";

/** A cell of the table. */
export interface Cell {
  readonly agent: AgentName;
  /** Which part of the harness it is from. */
  readonly part: string;
  readonly name: string;
  readonly native: Native;
  readonly expected: Expectation;
  readonly ran: boolean;
  /** It is not a call but a sentence: `ran` says that it is true. */
  readonly isSentence?: true;
  readonly verdict: CellVerdict;
  /** What else was seen, or why the verdict is not `ok`. */
  readonly note: string;
}

/** Whether a cell makes the harness fail. */
export function isRed({ verdict }: Cell): boolean {
  return verdict !== "ok" && verdict !== "known";
}

/** The verdict on one call. */
export function judgeCell(expected: Expectation, { reached, hung, ran }: Observation): CellVerdict {
  if (ran && expected === "stays") return "open";
  if (hung) return "hangs";
  if (!reached) return "untested";
  return !ran && expected === "runs" ? "shut" : "ok";
}

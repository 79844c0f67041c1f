import type { Tier } from "../policy.js";

/** What bounds a session's memory, whatever comes (SPEC, "Memory"). */
export const CELL_LIMITS = {
  /** Cells in a set. */
  cells: 64,
  /** Events that set or empty one cell. */
  updates: 16,
  /** What a count may come to. */
  count: 1_000_000,
  /** Times that a count with `within` keeps. */
  times: 1_024,
  /** Values that a count with `by` remembers. */
  keys: 256,
  /** Strings of a set, and the characters of one. */
  keep: 1_024,
  text: 256,
  /** Sources of `origins`, the marks that are kept by default and at most, and the values of an event's input that they are looked up for. */
  sources: 30,
  marks: 2_048,
  mostMarks: 4_096,
  flows: 200,
  /** Paths of a source. */
  fields: 32,
  /** Characters of a tool's name that a cause keeps. */
  tool: 64,
  /** Calls that were asked about and whose result has not come. */
  pending: 64,
} as const;

/** The tiers, highest first. */
export const RANK: Readonly<Record<Tier, number>> = { enforced: 0, user: 1, project: 2 };

/** What a cell may be called. */
export const CELL_NAME: RegExp = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

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
  /** Characters of a tool's name that a cause keeps. */
  tool: 64,
  /** Calls that were asked about and whose result has not come. */
  pending: 64,
} as const;

/** What a cell may be called. */
export const CELL_NAME: RegExp = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

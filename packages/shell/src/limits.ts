/** What one reading may cost. Whatever is over a limit is said with the code `limit`; nothing is dropped in silence. */
export const LIMITS = {
  /** UTF-16 code units of text. */
  text: 65_536,
  /** Nesting of code in code, and of calls of functions. */
  depth: 12,
  /** Nodes that are run; a loop counts each time. */
  nodes: 1_500,
  /** Alternatives of a word, and values of a variable. */
  alternatives: 8,
  /** Fields of one word, e.g. `{1..100}`. */
  fields: 256,
  /** UTF-16 code units of a value. */
  value: 8_192,
  /** Pieces that one word is written as. */
  parts: 2_048,
  /** Values that a loop over words goes through. */
  items: 256,
  /** Rounds of a loop that is not over words. */
  loop: 24,
  /** Possible working directories. */
  directories: 4,
  /** Origins of one value. */
  origins: 16,
  /**
   * Work: characters copied and pairs compared. A unit costs some 10 to 20 ns; the dearest of 5,000 real commands needs some 30,000, one
   * of 64 KiB that is only parsed 260,000.
   */
  work: 800_000,
} as const;

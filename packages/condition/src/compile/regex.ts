import { limits } from "../limits.js";
import { re2 } from "./re2.js";

/** A compiled pattern of `matches` or `glob`. Its time is linear in the text. */
export interface Pattern {
  /** What one unit of text may cost: the instructions of a regular expression, the characters of a glob. */
  readonly size: number;
  test(text: string): boolean;
}

/** A pattern, or why it is none (a clause for a message). */
export type PatternResult =
  { readonly pattern: Pattern; readonly problem?: never } | { readonly problem: string };

/** Compiles an RE2 pattern. It matches anywhere in the text. */
export function compileRegex(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    const compiled = re2().compile(source);
    const size = compiled.programSize();
    if (size > limits.patternSize) return { problem: "too large when its repetitions are written out" };
    return { pattern: { size, test: (text) => compiled.test(text) } };
  } catch (error) {
    const detail =
      error instanceof Error ? /^error parsing regexp: ([a-z, ()]+)/i.exec(error.message)?.[1] : undefined;
    return { problem: detail ?? "not a valid RE2 pattern" };
  }
}

import type { PatternResult } from "../compile/pattern.js";
import { TextPattern } from "../compile/patterns/text-pattern.js";
import { nothing } from "../compile/patterns/text-tree.js";
import type { TextTree } from "../compile/patterns/text-tree.js";
import { limits } from "../limits.js";
import { lateRe2js } from "./late-re2js.js";
import { readRe2 } from "./read-re2.js";

/**
 * The engine of `matches`: compiles a pattern in the syntax of RE2 (no look-around, no back-references). It matches
 * anywhere in the text, in time linear in it. At most 1,000 characters and 2,000 instructions; never throws.
 *
 * What most patterns are written in is read here, and compiled when it is first asked for. RE2 itself reads every other one.
 */
export function re2(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  if (readRe2(source) !== undefined) return { pattern: new TextPattern(source, readAgain) };
  try {
    const compiled = lateRe2js().compile(source);
    const size = compiled.programSize();
    if (size > limits.patternSize) return { problem: "too large when its repetitions are written out" };
    return { pattern: { size, test: (text) => compiled.test(text) } };
  } catch (error) {
    const detail =
      error instanceof Error ? /^error parsing regexp: ([a-z, ()[\]]+)/i.exec(error.message)?.[1] : undefined;
    return { problem: detail ?? "not a valid RE2 pattern" };
  }
}

/** INVARIANT: it was read once. */
function readAgain(source: string): TextTree {
  return readRe2(source) ?? nothing;
}

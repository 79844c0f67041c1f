import type { PatternLiteral, PatternResult } from "../compile/pattern.js";
import { requiredLiterals } from "../compile/patterns/required-literals.js";
import { limits } from "../limits.js";
import { lateRe2js } from "./late-re2js.js";
import { readRe2 } from "./read-re2.js";

/**
 * The engine of `matches`: compiles a pattern in the syntax of RE2 (no look-around, no back-references). It matches
 * anywhere in the text, in time linear in it. At most 1,000 characters and 2,000 instructions; never throws.
 */
export function re2(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    const compiled = lateRe2js().compile(source);
    const size = compiled.programSize();
    if (size > limits.patternSize) return { problem: "too large when its repetitions are written out" };
    const requires = (): readonly (readonly PatternLiteral[])[] => {
      const tree = readRe2(source);
      return tree === undefined ? [] : requiredLiterals(tree);
    };
    return { pattern: { size, test: (text) => compiled.test(text), requires } };
  } catch (error) {
    const detail =
      error instanceof Error ? /^error parsing regexp: ([a-z, ()[\]]+)/i.exec(error.message)?.[1] : undefined;
    return { problem: detail ?? "not a valid RE2 pattern" };
  }
}

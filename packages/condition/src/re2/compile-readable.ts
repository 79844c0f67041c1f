import type { PatternResult } from "../compile/pattern.js";
import { LatePattern } from "../compile/patterns/late-pattern.js";
import { nothing } from "../compile/patterns/text-tree.js";
import type { TextTree } from "../compile/patterns/text-tree.js";
import { limits } from "../limits.js";
import { readRe2 } from "./read-re2.js";

/** A pattern that is read here, or one that is too long for every engine; nothing for the others, which RE2 itself reads. */
export function compileReadable(source: string): PatternResult | undefined {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  return readRe2(source) === undefined ? undefined : { pattern: new LatePattern(source, readAgain) };
}

/** INVARIANT: it was read once. */
function readAgain(source: string): TextTree {
  return readRe2(source) ?? nothing;
}

import { freeze } from "@gatehouse-hooks/json/intrinsics";
import { compileGlob } from "../compile/glob.js";
import { compilePathGlob } from "../compile/paths/path-glob.js";
import type { PatternEngine, PatternResult } from "../compile/pattern.js";
import { LazyPattern } from "../compile/patterns/lazy-pattern.js";
import { nothing, type TextTree } from "../compile/patterns/text-tree.js";
import { limits } from "../limits.js";
import { readRe2 } from "./read-re2.js";

function compileSmall(source: string): PatternResult {
  return (
    compileReadable(source) ?? {
      problem: `\`${source.slice(0, 80)}\` is not in the part of RE2 that is read without re2js: give \`re2\` of \`@gatehouse-hooks/condition/re2\` as \`patterns\``,
      code: "no-pattern-engine",
    }
  );
}

/**
 * `re2` without re2js, which is ten times as large as all the rest: for programs whose size counts. The same patterns mean the same; those
 * that re2js alone reads (`\pL`, `[[:alpha:]]`, `(?i)ü` …), and those that are not patterns, are refused by a problem that names `re2`.
 */
export const smallRe2: PatternEngine = /* @__PURE__ */ freeze(
  /* @__PURE__ */ Object.assign(compileSmall, { glob: compileGlob, paths: compilePathGlob }),
);

/** A pattern that is read here, or one that is too long for every engine; nothing for the others, which RE2 itself reads. */
export function compileReadable(source: string): PatternResult | undefined {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  return readRe2(source) === undefined ? undefined : { pattern: new LazyPattern(source, readAgain) };
}

/** INVARIANT: it was read once. */
function readAgain(source: string): TextTree {
  return readRe2(source) ?? nothing;
}

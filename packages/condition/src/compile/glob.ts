import { globResult, type PatternResult } from "./pattern.js";
import { LazyPattern } from "./patterns/lazy-pattern.js";
import { isPlainlyGlob } from "./patterns/plainly-glob.js";
import { readGlob } from "./patterns/read-glob.js";

/** Reads a glob (SPEC, "Globs"). The whole string must match. */
export function compileGlob(source: string): PatternResult {
  return globResult(source, () => {
    if (!isPlainlyGlob(source)) readGlob(source);
    return new LazyPattern(source, readGlob);
  });
}

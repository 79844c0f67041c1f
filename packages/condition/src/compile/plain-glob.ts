import { globResult, type PatternResult } from "./pattern.js";
import { readGlob } from "./patterns/read-glob.js";
import { matchesWhole } from "./patterns/whole-match.js";

/** What a character of a string may cost for each character of the glob. */
const WEIGHT = 8;

/** Reads a glob where no engine of patterns compiles globs: it is slower, and what it requires is not told. */
export function plainGlob(source: string): PatternResult {
  return globResult(source, () => {
    const tree = readGlob(source);
    return { size: WEIGHT * source.length, test: (text) => matchesWhole(tree, text) };
  });
}

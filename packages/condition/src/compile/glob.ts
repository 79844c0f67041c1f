import { limits } from "../limits.js";
import type { PatternResult } from "./pattern.js";
import { BadGlob, readGlob } from "./patterns/read-glob.js";
import { TextPattern } from "./patterns/text-pattern.js";

/** Reads a glob (SPEC, "Globs"). The whole string must match. */
export function compileGlob(source: string): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    readGlob(source);
    return { pattern: new TextPattern(source, readGlob) };
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
}

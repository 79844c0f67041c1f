import { hasOwn } from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../limits.js";
import type { PathGlob, PathGlobResult } from "./paths/path-glob-result.js";
import { BadGlob } from "./patterns/read-glob.js";

/** A string that a text must have for a pattern to match it. */
export interface PatternLiteral {
  readonly operator: "==" | "startsWith" | "endsWith" | "includes";
  /** Never empty. */
  readonly value: string;
  /** Compared by `foldUnit`: `value` is then ASCII without capital letters. */
  readonly folded: boolean;
}

/** A compiled pattern of `matches` or `glob`. Its time is linear in the text. */
export interface Pattern {
  /** What one unit of text may cost: the instructions of a regular expression, the characters of a glob. */
  readonly size: number;
  test(text: string): boolean;
  /** Groups of literals: a text that the pattern matches has at least one literal of each group. Absent where none is known. */
  readonly requires?: () => readonly (readonly PatternLiteral[])[];
}

/** A pattern, or why it is none (a clause for a message). */
export type PatternResult =
  | { readonly pattern: Pattern; readonly problem?: never }
  | {
      readonly problem: string;
      /** The code of the issue, where the fault is not the pattern's: another engine may take it. Default: `bad-ast`. */
      readonly code?: "no-pattern-engine";
    };

/** By its own property: a `problem` of `Object.prototype` is not one of this pattern. */
export function isPattern(result: PatternResult): result is Extract<PatternResult, { pattern: Pattern }> {
  return hasOwn(result, "pattern");
}

/**
 * Compiles the patterns of `matches`: a source in, a pattern or a problem out. `re2` of `@gatehouse-hooks/condition/re2` is
 * the one that this package's guarantees hold for. It is given, not built in, because it is most of what an
 * evaluator would load.
 */
export interface PatternEngine {
  (source: string): PatternResult;
  /** The same for globs. Without it they are read by the evaluator itself, which is slower and finds nothing that they require. */
  readonly glob?: ((source: string) => PatternResult) | undefined;
  /** Reads the globs of `touches`, `within` and the like. Without it an AST that has one is refused. */
  readonly paths?: ((source: string, except?: string) => PathGlobResult) | undefined;
}

/** An option of everything that reads ASTs. */
export interface PatternOptions {
  /** Without it, an AST that says `matches`, or asks a path fact, is refused. */
  readonly patterns?: PatternEngine | undefined;
}

/** By its own property: a `problem` of `Object.prototype` is not one of this glob. */
export function isPathGlob<Result extends object>(
  result: Result,
): result is Extract<Result, { readonly glob: PathGlob }> {
  return hasOwn(result, "glob");
}

/** @param make may throw what `readGlob` throws */
export function globResult(source: string, make: () => Pattern): PatternResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    return { pattern: make() };
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
}

/**
 * One UTF-16 unit without its case, as the index compares literals: ASCII capitals become small letters, and so do the three
 * other characters that are an ASCII letter in lower case or by simple folding (Unicode CaseFolding.txt): the Kelvin sign, the
 * long s, the capital I with a dot. More units fold together than any comparison of a condition makes equal, never fewer.
 */
export function foldUnit(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  switch (code) {
    case 0x212a:
      return 0x6b;
    case 0x017f:
      return 0x73;
    case 0x0130:
      return 0x69;
    default:
      return code;
  }
}

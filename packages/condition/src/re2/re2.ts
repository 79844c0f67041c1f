import { freeze, mapGet, newList } from "@gatehouse-hooks/json/intrinsics";
import { RE2JS } from "re2js";
import { compileGlob } from "../compile/glob.js";
import { compilePathGlob, StoredPathGlob } from "../compile/paths/path-glob.js";
import {
  isPattern,
  type Pattern,
  type PatternEngine,
  type PatternLiteral,
  type PatternResult,
} from "../compile/pattern.js";
import { limits } from "../limits.js";
import { compileReadable } from "./small-re2.js";

function compileRe2(source: string): PatternResult {
  const readable = compileReadable(source);
  if (readable !== undefined) return readable;
  try {
    const compiled = RE2JS.compile(source);
    const size = compiled.programSize();
    if (size > limits.patternSize) return { problem: "too large when its repetitions are written out" };
    return { pattern: { size, test: (text) => compiled.test(text) } };
  } catch (error) {
    const detail =
      error instanceof Error ? /^error parsing regexp: ([a-z, ()[\]]+)/i.exec(error.message)?.[1] : undefined;
    return { problem: detail ?? "not a valid RE2 pattern" };
  }
}

/**
 * The engine of `matches`, `glob`, `touches` and `within`. Called, it compiles a pattern in the syntax of RE2 (no look-around, no back-references). It matches
 * anywhere in the text, in time linear in it. At most 1,000 characters and 2,000 instructions; never throws.
 *
 * What most patterns are written in is read here, and compiled when it is first asked for. RE2 itself reads every other one.
 */
export const re2: PatternEngine = /* @__PURE__ */ engineOf(compileRe2);

/**
 * `re2` for ASTs that are known to be as they were when it read them: by a store, whose bytes are those that were written. It reads a pattern,
 * and the globs of a path fact, when a text or a path is first compared with them.
 *
 * @param refused called for what turns out not to be a pattern or a glob; its condition then fails, as one that goes over its budget does
 */
export function storedRe2(refused: () => void): PatternEngine {
  return engineOf(
    (source) => ({ pattern: new StoredPattern(source, refused) }),
    (source, except) => ({ glob: new StoredPathGlob(source, except, refused) }),
  );
}

/** What is asked of a pattern before it is compared with a string. */
export interface PatternMeasures extends Pick<Pattern, "size"> {
  readonly requires: readonly (readonly PatternLiteral[])[];
}

/**
 * `re2` where a program brings patterns along measured: those are read when a string is first compared with them.
 *
 * @param measured by the text of the pattern: of the program itself, since it is believed
 */
export function measuredRe2(measured: ReadonlyMap<string, PatternMeasures>): PatternEngine {
  return engineOf((source) => {
    const measures = mapGet(measured, source);
    if (measures === undefined) return compileRe2(source);
    return { pattern: new StoredPattern(source, TELLS_NOTHING, measures) };
  });
}

function engineOf(
  compile: (source: string) => PatternResult,
  paths: PatternEngine["paths"] = compilePathGlob,
): PatternEngine {
  return freeze(Object.assign(compile, { glob: compileGlob, paths }));
}

/** Of the program's own data: a broken one is for its tests to find. */
const TELLS_NOTHING = (): void => undefined;

/** A pattern that was read before, by the program that stored it. */
class StoredPattern implements Pattern {
  readonly #source: string;
  readonly #refused: () => void;
  readonly #measures: PatternMeasures | undefined;
  #read: Pattern | undefined;

  constructor(source: string, refused: () => void, measures?: PatternMeasures) {
    this.#source = source;
    this.#refused = refused;
    this.#measures = measures;
  }

  get size(): number {
    return this.#measures?.size ?? this.#pattern().size;
  }

  test(text: string): boolean {
    return this.#pattern().test(text);
  }

  requires(): readonly (readonly PatternLiteral[])[] {
    return this.#measures?.requires ?? this.#pattern().requires?.() ?? newList();
  }

  /** @throws TypeError for what is not a pattern: a condition fails by it */
  #pattern(): Pattern {
    if (this.#read !== undefined) return this.#read;
    const read = compileRe2(this.#source);
    if (isPattern(read)) return (this.#read = read.pattern);
    this.#refused();
    throw new TypeError(`a stored pattern is ${read.problem}`);
  }
}

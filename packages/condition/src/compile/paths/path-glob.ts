import {
  charCodeAt,
  codePointAt,
  endsWith,
  hasOwn,
  mapGet,
  MapOf,
  mapSet,
  newList,
  normalize,
  slice,
  startsWith,
} from "@gatehouse-hooks/json/intrinsics";
import { limits } from "../../limits.js";
import { BadGlob, readGlob } from "../patterns/read-glob.js";
import { expandBraces, MOST_ALTERNATIVES } from "./expand-braces.js";
import { isIncluded } from "./inclusion.js";
import { beginningOf, literalPrefix } from "./literal-prefix.js";
import { globProgram, pathProgram, type PathProgram, treeProgram, unionProgram } from "./path-program.js";
import { containsFolder, Reading, share } from "./share.js";

/** The field of a path fact that a glob is compared with: it begins with `~/`, with `./`, or is absolute. */
export type Spelling = "path" | "home" | "local";

/** The paths that a fact may mean, in one spelling. */
export interface PathSet {
  /** A glob. */
  readonly text: string;
  /** Everything below belongs to it. */
  readonly tree: boolean;
  /** Without regard to case and normal form. */
  readonly folds: boolean;
}

/** The argument of `touches` and `within`, read once. */
export interface PathGlob {
  /** What a unit of a path may cost in a `touches`. */
  readonly size: number;
  /** The fields that are read, each once. */
  readonly spellings: readonly Spelling[];
  /** Without braces, in order. */
  readonly alternatives: readonly PathAlternative[];
}

/** A glob, or why it is not one (a clause for a message). */
export type PathGlobResult =
  { readonly glob: PathGlob; readonly problem?: never } | { readonly problem: string };

/** By its own property: a `problem` of `Object.prototype` is not one of this glob. */
export function isPathGlob(result: PathGlobResult): result is Extract<PathGlobResult, { glob: PathGlob }> {
  return hasOwn(result, "glob");
}

/** What a unit of a path costs for each unit of the glob. */
const WEIGHT = 8;

/** Units of a path that is still walked through, and of a path times those of a glob. */
const LONGEST_PATH = 8_192;
const MOST_PAIRS = 1_048_576;

const SPELLINGS: readonly Spelling[] = ["path", "home", "local"];

/** Reads the argument of `touches` and `within` (SPEC, "Paths"). */
export function compilePathGlob(source: string): PathGlobResult {
  if (source.length > limits.patternLength)
    return { problem: `longer than ${limits.patternLength} characters` };
  try {
    readGlob(source);
  } catch (error) {
    return { problem: error instanceof BadGlob ? error.message : "not a valid glob" };
  }
  const sources = expandBraces(source);
  if (sources === undefined) return { problem: `its braces give more than ${MOST_ALTERNATIVES} globs` };
  const alternatives = newList<PathAlternative>();
  let size = 0;
  for (let i = 0; i < sources.length; i++) {
    const one = sources[i] as string;
    const spelling = spellingOf(one);
    const problem = spelling === undefined ? NOT_A_PATH : problemOf(one);
    if (spelling === undefined || problem !== undefined)
      return { problem: `\`${one}\` ${problem ?? NOT_A_PATH}` };
    alternatives[i] = new PathAlternative(one, spelling);
    size += WEIGHT * one.length;
  }
  const spellings = newList<Spelling>();
  for (let i = 0; i < SPELLINGS.length; i++) {
    const spelling = SPELLINGS[i] as Spelling;
    for (let k = 0; k < alternatives.length; k++) {
      if ((alternatives[k] as PathAlternative).spelling !== spelling) continue;
      spellings[spellings.length] = spelling;
      break;
    }
  }
  return { glob: { size, spellings, alternatives } };
}

const NOT_A_PATH = "begins with none of `/`, `~/`, `./` and `**`, so it matches no path";

function spellingOf(source: string): Spelling | undefined {
  if (source === "~" || startsWith(source, "~/")) return "home";
  if (source === "." || startsWith(source, "./")) return "local";
  return startsWith(source, "/") || startsWith(source, "**") || hasDrive(source) ? "path" : undefined;
}

/** `C:/` */
function hasDrive(source: string): boolean {
  const letter = charCodeAt(source, 0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a && slice(source, 1, 3) === ":/";
}

/** Paths of facts are normalised: a glob that is not matches none of them. */
function problemOf(source: string): string | undefined {
  if (source === "/") return undefined;
  if (endsWith(source, "/")) return "ends with `/`, and no path does: write `/**` for what is below";
  let start = 0;
  for (let at = 0; at <= source.length; at++) {
    if (at < source.length && slice(source, at, at + 1) !== "/") continue;
    const name = slice(source, start, at);
    if (start > 0 && (name === "" || name === "." || name === ".."))
      return "has a `//`, `/./` or `/../`, and no path does";
    start = at + 1;
  }
  return undefined;
}

/** One glob without braces. */
export class PathAlternative {
  readonly source: string;
  readonly spelling: Spelling;
  /** What every path that it matches begins with. */
  readonly prefix: string;
  /** The prefix up to its last slash, and what the glob says behind it. */
  readonly #folder: string;
  readonly #rest: string;
  /** The folder before the first wildcard, or the one path that it matches; absent where it begins with a wildcard. */
  readonly #anchor: string | undefined;
  readonly #programs = new MapOf<string, PathProgram>();

  constructor(source: string, spelling: Spelling) {
    this.source = source;
    this.spelling = spelling;
    const { text, end } = literalPrefix(source);
    this.prefix = text;
    const last = lastSlash(text);
    this.#folder = slice(text, 0, last + 1);
    this.#rest = last < 0 ? source : slice(source, lastSlash(slice(source, 0, end)) + 1);
    this.#anchor =
      end === source.length ? text : last < 0 ? undefined : last === 0 ? "/" : slice(text, 0, last);
  }

  touches({ text, tree, folds }: PathSet): boolean {
    const beginning = beginningOf(text, this.prefix, folds);
    if (beginning === "differs") return false;
    if (beginning === "ends") return tree && this.#isBelow(text);
    if (text.length > LONGEST_PATH || text.length * this.source.length > MOST_PAIRS) return true;
    return this.#shares(text, folds, beginning !== "wild") || (tree && this.#hasAnchor(text, folds));
  }

  /** @param text one path, which the glob's prefix begins with */
  #isBelow(text: string): boolean {
    const anchor = this.#anchor;
    if (anchor === undefined) return false;
    const { length } = literalPrefix(text).text;
    if (length >= anchor.length) return length === anchor.length;
    return slice(anchor, length, length + 1) === "/" || slice(anchor, length - 1, length) === "/";
  }

  /** @param begins every path of the set begins with the prefix: then only what is behind its folder is compared */
  #shares(text: string, folds: boolean, begins: boolean): boolean {
    const from = begins ? beginningOf(text, this.#folder, folds) : 0;
    const rest = typeof from === "number" && from > 0 ? slice(text, from) : text;
    const ours = rest === text ? this.source : this.#rest;
    if (folds) return sharesWith(this.#program(ours, true), pathProgram(rest, true));
    const literal = literalPrefix(rest);
    if (literal.end < rest.length) return sharesWith(this.#program(ours, false), pathProgram(rest, false));
    if (endsInBackslash(rest)) return false;
    return matches(this.#program(ours, false), literal.text);
  }

  #hasAnchor(text: string, folds: boolean): boolean {
    const program = pathProgram(text, folds);
    const anchor = this.#anchor;
    if (program === null || anchor === undefined) return false;
    return containsFolder(program, folds ? normalize(anchor, "NFC") : anchor);
  }

  /** Made when it is first needed. */
  #program(source: string, folds: boolean): PathProgram {
    const key = `${folds} ${source}`;
    const known = mapGet(this.#programs, key);
    if (known !== undefined) return known;
    const program = globProgram(source, folds);
    mapSet(this.#programs, key, program);
    return program;
  }
}

function lastSlash(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && charCodeAt(text, at) !== 0x2f) at--;
  return at;
}

/** A backslash with nothing behind it: not a glob. */
function endsInBackslash(text: string): boolean {
  let count = 0;
  while (count < text.length && charCodeAt(text, text.length - 1 - count) === 0x5c) count++;
  return count % 2 === 1;
}

function sharesWith(ours: PathProgram, theirs: PathProgram | null): boolean {
  return theirs !== null && share(theirs, ours);
}

function matches(program: PathProgram, text: string): boolean {
  const reading = new Reading(program);
  for (let at = 0; at < text.length; at++) {
    const code = codePointAt(text, at) as number;
    if (!reading.read(code)) return false;
    if (code > 0xffff) at++;
  }
  return reading.ends;
}

/** Whether the glob is shown to match every path of the set, in one of its spellings. */
export function isWithin(
  { alternatives }: PathGlob,
  spelling: Spelling,
  { text, tree, folds }: PathSet,
): boolean {
  const sources = newList<string>();
  let units = 0;
  for (let i = 0; i < alternatives.length; i++) {
    const one = alternatives[i] as PathAlternative;
    if (one.spelling !== spelling || beginningOf(text, one.prefix, folds) === "differs") continue;
    sources[sources.length] = one.source;
    units += one.source.length;
  }
  if (sources.length === 0 || text.length > LONGEST_PATH || text.length * units > MOST_PAIRS) return false;
  const set = tree ? treeProgram(text, folds) : pathProgram(text, folds);
  return set !== null && isIncluded(set, unionProgram(sources, folds));
}

import { charCodeAt, newList, normalize, slice } from "@gatehouse-hooks/json/intrinsics";
import { type PathProgram, unionProgram } from "./path-program.js";
import type { Stepper } from "./stepper.js";

/** The field of a path fact that a glob is compared with: it begins with `~/`, with `./`, or is absolute. */
export type Spelling = "path" | "home" | "local";

/** One glob without braces. */
export class PathAlternative {
  readonly source: string;
  readonly spelling: Spelling;
  /** What every path that it matches begins with. */
  readonly prefix: string;
  /** The folder before the first wildcard, or the one path that it matches; absent where it begins with a wildcard. */
  readonly #anchor: string | undefined;
  #plain: PathProgram | undefined;
  #folded: PathProgram | undefined;
  #plainFolders: PathProgram | undefined;
  #foldedFolders: PathProgram | undefined;

  constructor(source: string, spelling: Spelling) {
    this.source = source;
    this.spelling = spelling;
    const { text, end } = literalPrefix(source);
    this.prefix = text;
    const last = lastSlash(text);
    this.#anchor =
      end === source.length ? text : last < 0 ? undefined : last === 0 ? "/" : slice(text, 0, last);
  }

  /**
   * Is the anchor this path, or below it?
   *
   * @param length of a path that the prefix begins with, or that begins with the prefix
   */
  isBelow(length: number): boolean {
    const anchor = this.#anchor;
    if (anchor === undefined || length > anchor.length) return false;
    if (length === anchor.length) return true;
    return charCodeAt(anchor, length) === SLASH || charCodeAt(anchor, length - 1) === SLASH;
  }

  /** The glob as instructions, made when they are first asked for. */
  program(folds: boolean): PathProgram {
    if (folds) return (this.#folded ??= unionProgram(only(this.source), true));
    return (this.#plain ??= unionProgram(only(this.source), false));
  }

  /** The same of the anchor and every folder above it; not the root, which spells no name. */
  folders(folds: boolean): PathProgram {
    if (folds) return (this.#foldedFolders ??= unionProgram(foldersOf(this.#anchor), true));
    return (this.#plainFolders ??= unionProgram(foldersOf(this.#anchor), false));
  }

  /** The same for a path of the set that is read. */
  isBelowOne(set: Stepper, folds: boolean): boolean {
    const anchor = this.#anchor;
    return anchor !== undefined && set.matchesFolder(folds ? normalize(anchor, "NFC") : anchor);
  }
}

function only(source: string): readonly string[] {
  const sources = newList<string>();
  sources[0] = source;
  return sources;
}

/** As globs. */
function foldersOf(anchor: string | undefined): readonly string[] {
  const folders = newList<string>();
  if (anchor === undefined) return folders;
  let glob = "";
  for (let at = 0; at < anchor.length; at++) {
    const unit = slice(anchor, at, at + 1);
    if (unit === "/" && at > 0) folders[folders.length] = glob;
    if (isWild(charCodeAt(unit, 0)) || unit === "\\") glob += "\\";
    glob += unit;
  }
  if (anchor !== "/") folders[folders.length] = glob;
  return folders;
}

const SLASH = 0x2f;

function lastSlash(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && charCodeAt(text, at) !== SLASH) at--;
  return at;
}

const STAR = 0x2a;
const QUESTION = 0x3f;
const OPEN = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE = 0x5d;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACE = 0x7b;

/** Does the unit begin a part of a glob that is not one character? */
export function isWild(code: number): boolean {
  return code === STAR || code === QUESTION || code === OPEN || code === OPEN_BRACE;
}

/** What every string of a glob begins with. */
export interface LiteralPrefix {
  /** Without the backslashes. */
  readonly text: string;
  /** Where it ends in the glob; the glob's length when the glob is one string. */
  readonly end: number;
}

/** @param source a valid glob */
export function literalPrefix(source: string): LiteralPrefix {
  let text = "";
  let from = 0;
  let at = 0;
  for (; at < source.length; at++) {
    const code = charCodeAt(source, at);
    if (isWild(code)) break;
    if (code !== BACKSLASH || at + 1 >= source.length) continue;
    text += slice(source, from, at);
    from = ++at;
  }
  return { text: text + slice(source, from, at), end: at };
}

/** How a set of paths, written as a glob, goes together with a literal prefix. */
export type Beginning =
  /** The set is one string, and shorter: it may be a folder on the way. */
  | "ends"
  /** The set is not one string up to the end of the prefix. */
  | "wild"
  /** Every string of the set begins so: 0. None does: 1 more than where in the prefix they begin to differ. */
  | number;

/** How many units two texts begin with that are the same. */
export function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && charCodeAt(one, at) === charCodeAt(other, at)) at++;
  return at;
}

/** @param folds without regard to case and normal form; then other characters than ASCII are "wild" */
export function beginningOf(path: string, prefix: string, folds: boolean): Beginning {
  let at = 0;
  for (let i = 0; i < prefix.length; i++, at++) {
    if (at >= path.length) return "ends";
    let code = charCodeAt(path, at);
    if (isWild(code)) return "wild";
    if (code === BACKSLASH) {
      if (++at >= path.length) return i + 1;
      code = charCodeAt(path, at);
    }
    const wanted = charCodeAt(prefix, i);
    if (code === wanted) continue;
    if (!folds) return i + 1;
    if (code >= 0x80 || wanted >= 0x80) return "wild";
    if (smallLetter(code) !== smallLetter(wanted)) return i + 1;
  }
  return 0;
}

/**
 * Does every string of the one glob end with another character than every string of the other? False where that is not seen from
 * behind, without what stands for others.
 */
export function endsOtherwise(one: string, other: string, folds: boolean): boolean {
  for (let back = 1; back <= one.length && back <= other.length; back++) {
    const left = lastCharacter(one, one.length - back);
    const right = lastCharacter(other, other.length - back);
    if (left < 0 || right < 0 || (folds && (left >= 0x80 || right >= 0x80))) return false;
    if (left !== right && !(folds && smallLetter(left) === smallLetter(right))) return true;
  }
  return false;
}

/** Less than 0 where it may be another one, or none: `**` takes the slash behind it along. */
function lastCharacter(glob: string, at: number): number {
  const code = charCodeAt(glob, at);
  if (isWild(code) || code === BACKSLASH || code === CLOSE || code === CLOSE_BRACE) return -1;
  return code === SLASH && at > 0 && charCodeAt(glob, at - 1) === STAR ? -1 : code;
}

function smallLetter(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

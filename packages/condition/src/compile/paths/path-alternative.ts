import { charCodeAt, normalize, slice } from "@gatehouse-hooks/json/intrinsics";
import { isWild, literalPrefix } from "./literal-prefix.js";
import type { PathProgram } from "./path-program.js";
import { Stepper } from "./stepper.js";

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

  /** Adds the anchor and every folder above it, as globs; not the root, which spells no name. */
  addFolders(folders: string[]): void {
    const anchor = this.#anchor;
    if (anchor === undefined) return;
    let glob = "";
    for (let at = 0; at < anchor.length; at++) {
      const unit = slice(anchor, at, at + 1);
      if (unit === "/" && at > 0) folders[folders.length] = glob;
      if (isWild(charCodeAt(unit, 0)) || unit === "\\") glob += "\\";
      glob += unit;
    }
    if (anchor !== "/") folders[folders.length] = glob;
  }

  /** The same for a path of the set. */
  isBelowOne(set: PathProgram, folds: boolean): boolean {
    const anchor = this.#anchor;
    if (anchor === undefined) return false;
    return new Stepper(set, folds).matchesFolder(folds ? normalize(anchor, "NFC") : anchor);
  }
}

const SLASH = 0x2f;

function lastSlash(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && charCodeAt(text, at) !== SLASH) at--;
  return at;
}

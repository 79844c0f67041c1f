import { beginningOf, type PathGlobPart, readGlob } from "@gatehouse-hooks/condition/analysis";
import { PathAutomaton } from "../strings/path-automaton.js";
import { choiceOf } from "../strings/literal-tree.js";
import { beginningTree, foldersOf, folderTree, globTree } from "../strings/path-trees.js";
import { literalPart } from "./constant-tests.js";
import { exactBounds } from "../strings/changed-tree.js";
import { testOf, textPart, type ValueTest } from "./value-test.js";

/** Units of a spelling that is still walked through, and of a spelling times those of all globs it is compared with. */
const LONGEST_PATH = 8_192;
const MOST_PAIRS = 1_048_576;
/** How many places of the globs are looked at for each instruction of a set, until its inclusion is not shown. */
const PAIRS_EACH = 8;

/** What the globs of one `touches` or `within` for one spelling say of that spelling of a fact, and of the paths that it means. */
export class PathTests {
  readonly #sources: readonly string[];
  readonly #prefixes: readonly string[];
  readonly #key: string;
  readonly #automata = new Map<boolean, PathAutomaton>();

  constructor({ alternatives }: PathGlobPart) {
    this.#sources = Array.from(alternatives, ({ source }) => source);
    this.#prefixes = Array.from(alternatives, ({ prefix }) => prefix);
    this.#key = JSON.stringify(this.#sources);
  }

  /** A path that one of the globs matches. */
  matched(folds: boolean): ValueTest {
    return testOf(`matched ${String(folds)} ${this.#key}`, {
      string: textPart(
        (path) => this.#automaton(folds).matches(path),
        () => exactBounds(globTree(this.#sources, folds)),
      ),
    });
  }

  /** The folder of one of the globs, or one above it: what is below includes what that glob is about. */
  above(folds: boolean): ValueTest {
    const folders = this.#sources.flatMap((source) => foldersOf(source));
    const normal = new Set(folders.map((one) => (folds ? one.normalize("NFC").toLowerCase() : one)));
    return testOf(`above ${String(folds)} ${this.#key}`, {
      string: textPart(
        (path) => normal.has(folds ? path.toLowerCase() : path),
        () => exactBounds(folderTree(folders, folds)),
      ),
    });
  }

  /** A spelling that is not compared in full: for `touches` its beginning says all, and `within` is false. */
  get tooLong(): ValueTest {
    const units = this.#sources.reduce((sum, { length }) => sum + length, 0);
    const most = Math.min(LONGEST_PATH, Math.floor(MOST_PAIRS / units));
    const isMore = (size: number): boolean => size > most;
    return testOf(`over ${most} units`, {
      string: { kind: "size", size: { kind: "number", test: isMore, bounds: [most] } },
    });
  }

  /**
   * A spelling that begins as one of the globs does, or has a wildcard where it goes on.
   *
   * @param ends whether one that is shorter than what the glob begins with is one, too
   */
  begins(ends: boolean, folds: boolean): ValueTest {
    return testOf(`begins ${String(ends)} ${String(folds)} ${this.#key}`, {
      string: textPart(
        (glob) =>
          this.#prefixes.some((prefix) => {
            const beginning = beginningOf(glob, prefix, folds);
            return beginning === 0 || beginning === "wild" || (ends && beginning === "ends");
          }),
        () => exactBounds(choiceOf(this.#prefixes.map((prefix) => beginningTree(prefix, ends, folds)))),
      ),
    });
  }

  /** Every path is shown to be matched. */
  shown(folds: boolean): ValueTest {
    return {
      ...testOf(`shown ${String(folds)} ${this.#key}`, { string: true }),
      shown: this.#automaton(folds),
    };
  }

  /**
   * All are matched, and yet that is not shown, since it takes too many steps: more than so many for each of the set's
   * instructions. Nothing where that cannot be.
   */
  cutOff(folds: boolean): ValueTest | undefined {
    if (this.#automaton(folds).hasAtMost(PAIRS_EACH)) return undefined;
    return {
      ...testOf(`cut off ${String(folds)} ${this.#key}`, { string: WILDCARDS }),
      // What is shown for these globs is shown for its own in as few steps.
      excludes: ({ shown }) => shown?.folds === folds && shown.determines(this.#automaton(folds)),
    };
  }

  #automaton(folds: boolean): PathAutomaton {
    let automaton = this.#automata.get(folds);
    if (automaton === undefined)
      this.#automata.set(folds, (automaton = new PathAutomaton(this.#sources, folds)));
    return automaton;
  }
}

const WILDCARDS = literalPart("includes", ["*", "?", "[", "{"], (glob) => /[*?[{]/.test(glob));

/** A spelling with a part that may have slashes. */
export const WILD: ValueTest = testOf("a glob with `**`", {
  string: literalPart("includes", ["**"], (glob) => glob.includes("**")),
});

/** What `touches` and `within` compare at all. */
export const SPELLED: ValueTest = testOf("not an empty string", {
  string: { kind: "size", size: { kind: "number", test: (size) => size > 0, bounds: [0] } },
});

/** A string that is a glob. */
export const GLOB: ValueTest = testOf("a glob", { string: textPart(isGlob, () => ({})) });

/** A glob that may match no path at all: a class may have no character. */
export const EMPTY: ValueTest = testOf("a glob with a class", {
  string: literalPart("includes", ["["], (glob) => glob.includes("[")),
});

function isGlob(text: string): boolean {
  try {
    readGlob(text);
    return true;
  } catch {
    return false;
  }
}

/** A path of one of these globs, or of what is below one, at most; of what is not a glob there is none. */
export function pathWithin(globs: readonly string[], below: boolean): ValueTest {
  const sources = globs.filter(isGlob).flatMap((glob) => (below ? [glob, treeOf(glob)] : [glob]));
  const automata = [false, true].map((folds) => new PathAutomaton(sources, folds));
  return testOf(`path of ${JSON.stringify(sources)}`, {
    string: textPart(
      (path) => automata.some((one) => one.matches(path)),
      () => ({ over: choiceOf([globTree(sources, false), globTree(sources, true)]) }),
    ),
  });
}

function treeOf(glob: string): string {
  return glob === "/" ? "/**" : `${glob}/**`;
}

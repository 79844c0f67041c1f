import {
  charCodeAt,
  floor,
  includes,
  mapList,
  min,
  newList,
  normalize,
  slice,
  existing,
  MapOf,
  mapGet,
  mapSet,
} from "@gatehouse-hooks/json/intrinsics";
import {
  beginningOf,
  endsOtherwise,
  isWild,
  literalPrefix,
  type PathAlternative,
  sharedLength,
  type Spelling,
} from "./path-alternative.js";
import { pathProgram, type PathProgram, treeProgram, unionProgram } from "./path-program.js";
import { anyPathOf, isIncluded, share, shareNamed } from "./share.js";
import { Stepper } from "./stepper.js";

/** The paths that a fact may mean, in one spelling. */
export interface PathSet {
  /** A glob. */
  readonly text: string;
  /** The path that it spells where it stands for no other. */
  readonly path: string | undefined;
  /** Everything below belongs to it. */
  readonly tree: boolean;
  /** Without regard to case and normal form. */
  readonly folds: boolean;
}

/** Units of a path that is still walked through, and of a path times those of the globs. */
const LONGEST_PATH = 8_192;
const MOST_PAIRS = 1_048_576;

/** @param units of all globs */
export function longestPath(units: number): number {
  return min(LONGEST_PATH, floor(MOST_PAIRS / units));
}

/** The globs of one `touches` or `within` that are compared with the same field. What reads paths is made for the first one. */
export class SpelledGlobs {
  readonly spelling: Spelling;
  readonly alternatives: readonly PathAlternative[];
  readonly #longest: number;
  /** How much of each one's prefix is that of the one before, too. */
  readonly #shared: readonly number[];
  #plain: Readers | undefined;
  #folded: Readers | undefined;
  #last: { readonly text: string; readonly folds: boolean; readonly program: PathProgram | null } | undefined;

  constructor(spelling: Spelling, alternatives: readonly PathAlternative[]) {
    this.spelling = spelling;
    this.alternatives = alternatives;
    const shared = newList<number>();
    let units = 0;
    let before = "";
    for (let i = 0; i < alternatives.length; i++) {
      const { source, prefix } = existing(alternatives[i]);
      units += source.length;
      shared[i] = sharedLength(prefix, before);
      before = prefix;
    }
    this.#longest = longestPath(units);
    this.#shared = shared;
  }

  /** SPEC, "Paths". */
  touches(set: PathSet): boolean {
    const { text, path, tree, folds } = set;
    const isTooLong = this.#isTooLong(text);
    // What reads paths finds what they begin with sooner; it is made for the first that begins as one of the globs.
    if (!isTooLong && this.#hasReaders(folds)) {
      if (path === undefined) return this.#touchesWild(set);
      if (!tree) return this.#matches(path, folds);
    }
    return this.#touchesUnread(set, isTooLong);
  }

  #touchesUnread(set: PathSet, isTooLong: boolean): boolean {
    const { text, path, tree, folds } = set;
    let isOpen = false;
    const begun = this.#begun(text, folds);
    for (let i = 0; i < begun.length; i++) {
      const one = existing(begun[i]);
      if (beginningOf(text, one.prefix, folds) !== "ends") isOpen = true;
      else if (tree && path !== undefined && one.isBelow(path.length)) return true;
    }
    if (!isOpen) return false;
    if (isTooLong) return true;
    return path === undefined ? this.#touchesSome(set, begun) : this.#touchesOne(path, set, begun);
  }

  /**
   * @param path the only one of the set
   * @param begun the globs that may begin as the set does
   */
  #touchesOne(path: string, { text, tree, folds }: PathSet, begun: readonly PathAlternative[]): boolean {
    if (this.#matches(path, folds)) return true;
    if (!tree) return false;
    for (let i = 0; i < begun.length; i++) {
      const one = existing(begun[i]);
      const beginning = beginningOf(text, one.prefix, folds);
      if (beginning === 0 && one.isBelow(path.length)) return true;
      if (beginning === "wild") return this.#hasAnchor(this.#programOf(text, folds), folds);
    }
    return false;
  }

  #matches(path: string, folds: boolean): boolean {
    return this.#readers(folds).stepper.matches(folds ? normalize(path, "NFC") : path);
  }

  /**
   * What differs in front of the first wildcard is often all the same to the globs: the folders of a project. Where they are then, what
   * comes behind it has one answer.
   */
  #touchesWild(set: PathSet): boolean {
    const { text, tree, folds } = set;
    const { stepper, answers } = this.#readers(folds);
    const end = literalEnd(text);
    const state = end < 0 ? null : stepper.after(text, end);
    // No path begins so: also no folder above what a glob names.
    if (state !== null && state.at.length === 0) return false;
    const key =
      state === null || text.length - end > LONGEST_TAIL
        ? null
        : `${state.id}${tree ? "t" : " "}${slice(text, end)}`;
    const known = key === null ? undefined : answers.get(key);
    if (known !== undefined) return known;
    const touches = this.#touchesSome(set, this.#begun(text, folds));
    if (key !== null) answers.keep(key, touches);
    return touches;
  }

  #touchesSome(set: PathSet, begun: readonly PathAlternative[]): boolean {
    const program = this.#programOf(set.text, set.folds);
    return program !== null && (shares(program, set, begun, share) || this.#holdsAnchor(program, set));
  }

  #holdsAnchor(program: PathProgram, { tree, folds }: PathSet): boolean {
    return tree && this.#hasAnchor(program, folds);
  }

  /** The globs that may begin as the text does. What differs from one differs from the next, where they begin alike so far. */
  #begun(text: string, folds: boolean): readonly PathAlternative[] {
    const begun = newList<PathAlternative>();
    let differs = 0;
    for (let i = 0; i < this.alternatives.length; i++) {
      if (differs > 0 && differs <= (this.#shared[i] ?? 0)) continue;
      const one = existing(this.alternatives[i]);
      const beginning = beginningOf(text, one.prefix, folds);
      differs = typeof beginning === "number" ? beginning : 0;
      if (differs === 0) begun[begun.length] = one;
    }
    return begun;
  }

  #hasAnchor(set: PathProgram | null, folds: boolean): boolean {
    if (set === null) return false;
    const stepper = new Stepper(set, folds);
    for (let i = 0; i < this.alternatives.length; i++)
      if (existing(this.alternatives[i]).isBelowOne(stepper, folds)) return true;
    return false;
  }

  /** SPEC, "Levels": every path of the set is one of the globs', or a tree holds the folder of one of them. */
  surely(set: PathSet, isKnown: boolean): boolean {
    const { text, path, folds } = set;
    if (!this.touches(set) || this.#isTooLong(text)) return false;
    if (path !== undefined) return isKnown || this.#matches(path, folds);
    const program = this.#programOf(text, folds);
    return (
      program !== null && (this.#containInOne(text, program, folds) || (isKnown && this.#holds(program, set)))
    );
  }

  /** The same, or a path of both whose names are spelled by both. What is too long to be read counts as named. */
  surelyOrNamed(set: PathSet, isKnown: boolean): boolean {
    const { text, path, tree, folds } = set;
    if (!isKnown) return this.surely(set, false);
    if (!this.touches(set)) return false;
    if (path !== undefined || this.#isTooLong(text)) return true;
    // No number is in front of it, as in the other keys.
    const key = text.length > LONGEST_TEXT ? null : `${tree ? "t" : " "}${text}`;
    const { answers } = this.#readers(folds);
    const known = key === null ? undefined : answers.get(key);
    if (known !== undefined) return known;
    const holds = this.#holdsNamed(set);
    if (key !== null) answers.keep(key, holds);
    return holds;
  }

  #holdsNamed(set: PathSet): boolean {
    const { text, tree, folds } = set;
    const program = this.#programOf(text, folds);
    if (program === null) return false;
    const begun = this.#begun(text, folds);
    // What all of one glob's paths are is named by it: only for all globs together there is more to see.
    return (
      shares(program, set, begun, shareNamed) ||
      this.#holds(program, set) ||
      (tree && sharesFolder(program, set, begun)) ||
      this.#includes(program, folds)
    );
  }

  /** One path of the set that is not of the globs shows at once that they do not match all of them, as it is nearly always. */
  #mayInclude(set: PathProgram, folds: boolean): boolean {
    const example = anyPathOf(set);
    return example === null || this.#readers(folds).stepper.matchesCodes(example);
  }

  #includes(set: PathProgram, folds: boolean): boolean {
    return this.#mayInclude(set, folds) && isIncluded(set, this.#readers(folds).program);
  }

  /** A tree, whose paths are those that exist, has a folder of the globs or one above it. */
  #holds(program: PathProgram, set: PathSet): boolean {
    return !includes(set.text, "**") && this.#holdsAnchor(program, set);
  }

  /** A path below those of a tree is one of the globs'. */
  touchesBelow({ text, tree, folds }: PathSet): boolean {
    if (!tree) return false;
    if (this.#isTooLong(text)) return true;
    const program = treeProgram(text, folds);
    if (program === null) return false;
    const begun = this.#begun(text, folds);
    for (let i = 0; i < begun.length; i++) if (share(program, existing(begun[i]).program(folds))) return true;
    return false;
  }

  /** All of them together may take too many steps where one alone does not. */
  #containInOne(text: string, set: PathProgram, folds: boolean): boolean {
    if (!this.#mayInclude(set, folds)) return false;
    if (isIncluded(set, this.#readers(folds).program)) return true;
    const begun = this.#begun(text, folds);
    for (let i = 0; i < begun.length; i++)
      if (isIncluded(set, existing(begun[i]).program(folds))) return true;
    return false;
  }

  /** SPEC, "Paths": whether the globs are shown to match every path of the set. */
  contain({ text, path, tree, folds }: PathSet): boolean {
    const isTooLong = this.#isTooLong(text);
    // One path is all of its set, but where characters stand for others: then every one of those has to be in it.
    const isOne = path !== undefined && !tree && !folds;
    if (isOne && !isTooLong && this.#hasReaders(false)) return this.#matches(path, false);
    if (isTooLong || this.#begun(text, folds).length === 0) return false;
    if (isOne) return this.#matches(path, false);
    const set = tree ? treeProgram(text, folds) : pathProgram(text, folds);
    return set !== null && this.#includes(set, folds);
  }

  /** One set is walked through more than once for one answer. */
  #programOf(text: string, folds: boolean): PathProgram | null {
    const last = this.#last;
    if (last?.text === text && last.folds === folds) return last.program;
    const program = pathProgram(text, folds);
    this.#last = { text, folds, program };
    return program;
  }

  #isTooLong({ length }: string): boolean {
    return length > this.#longest;
  }

  #hasReaders(folds: boolean): boolean {
    return (folds ? this.#folded : this.#plain) !== undefined;
  }

  #readers(folds: boolean): Readers {
    if (folds) return (this.#folded ??= readersOf(this.alternatives, true));
    return (this.#plain ??= readersOf(this.alternatives, false));
  }
}

/** The globs together. */
interface Readers {
  readonly program: PathProgram;
  readonly stepper: Stepper;
  /** Of sets with wildcards: by the state in front of the first one, and what comes behind. */
  readonly answers: KeptAnswers;
}

/** Units of a text whose level is kept. */
const LONGEST_TEXT = 128;

/** Units of what comes behind the first wildcard where an answer is kept. */
const LONGEST_TAIL = 64;

/** Where the first wildcard of a text is; less than 0 where something else but plain ASCII comes before it. */
function literalEnd(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = charCodeAt(text, at);
    if (isWild(code)) return at;
    if (code === BACKSLASH || code >= 0x80) return -1;
  }
  return -1;
}

function readersOf(alternatives: readonly PathAlternative[], folds: boolean): Readers {
  const program = unionProgram(
    mapList(alternatives, ({ source }) => source),
    folds,
  );
  return { program, stepper: new Stepper(program, folds), answers: new KeptAnswers() };
}

/** Whether a string of the set is one of the globs': each is walked through by itself, and few begin and end as the set does. */
function shares(
  set: PathProgram,
  { text, folds }: PathSet,
  begun: readonly PathAlternative[],
  walk: typeof share,
): boolean {
  for (let i = 0; i < begun.length; i++) {
    const one = existing(begun[i]);
    if (!endsOtherwise(text, one.source, folds) && walk(set, one.program(folds))) return true;
  }
  return false;
}

/** The folder of one of the globs, or one above it, is a path of the set, with all of its names spelled. */
function sharesFolder(set: PathProgram, { folds }: PathSet, begun: readonly PathAlternative[]): boolean {
  for (let i = 0; i < begun.length; i++) if (shareNamed(set, existing(begun[i]).folders(folds))) return true;
  return false;
}

/** The path that the text spells where it stands for no other. */
export function onePathOf(text: string): string | undefined {
  const literal = literalPrefix(text);
  return literal.end === text.length && !endsInBackslash(text) ? literal.text : undefined;
}

const BACKSLASH = 0x5c;

/** A backslash with nothing behind it: not a glob. */
function endsInBackslash(text: string): boolean {
  let count = 0;
  while (count < text.length && charCodeAt(text, text.length - 1 - count) === BACKSLASH) count++;
  return count % 2 === 1;
}

/** Answers that are kept; when there are more, all are forgotten. */
const MOST_ANSWERS = 256;

/** Answers that were given before, by what they depend on. */
class KeptAnswers {
  #known = new MapOf<string, boolean>();
  #count = 0;

  get(key: string): boolean | undefined {
    return mapGet(this.#known, key);
  }

  keep(key: string, answer: boolean): void {
    if (this.#count >= MOST_ANSWERS) {
      this.#known = new MapOf<string, boolean>();
      this.#count = 0;
    }
    mapSet(this.#known, key, answer);
    this.#count++;
  }
}

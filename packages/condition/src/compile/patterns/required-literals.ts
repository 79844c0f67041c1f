import {
  append,
  charCodeAt,
  every,
  foldRight,
  fromCodePoint,
  mapList,
  newList,
} from "@gatehouse-hooks/json/intrinsics";
import { foldUnit } from "../fold-unit.js";
import type { PatternLiteral } from "../pattern.js";
import { countOf } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import { nothing } from "./text-tree.js";
import type { TextTree } from "./text-tree.js";

/** Literals of one group: more would take a test longer than they save. */
const MOST_LITERALS = 24;
/** Groups of one pattern. */
const MOST_GROUPS = 12;
/** UTF-16 code units of a literal: what is longer finds nothing more. */
const LONGEST_LITERAL = 64;
/** Code points of a set that are written out as literals of their own. */
const MOST_WRITTEN_OUT = 4;

/** One string of a language, compared exactly or without case (`PatternLiteral`). */
interface Piece {
  readonly value: string;
  readonly folded: boolean;
}

type Group = readonly PatternLiteral[];

const EMPTY: readonly Piece[] = [{ value: "", folded: false }];

/**
 * The literals that a string needs for the tree to match it: at least one of each group.
 *
 * Every string of the tree is cut into runs, whose few possible strings are known, and into what is between them, of which only
 * its own groups are known.
 */
export function requiredLiterals(tree: TextTree): readonly Group[] {
  return plainLists(readerOf(tree).finish());
}

function readerOf(tree: TextTree): Reader {
  const reader = new Reader();
  reader.read(tree);
  return reader;
}

/** In ordinary arrays: a caller may go through them as it likes. */
function plainLists(groups: readonly Group[]): readonly Group[] {
  const lists: Group[] = [];
  for (let i = 0; i < groups.length; i++) {
    const list: PatternLiteral[] = [];
    mapList(groups[i] as Group, (literal) => append(list, literal));
    append(lists, list);
  }
  return lists;
}

class Reader {
  readonly #groups = newList<Group>();
  /** What the string has just before this place. */
  #run: readonly Piece[] = EMPTY;
  /** The run begins where the string does. */
  #atBegin = false;

  finish(): readonly Group[] {
    this.#endRun(false);
    return this.#groups;
  }

  read(tree: TextTree): void {
    const strings = stringsOf(tree);
    if (strings !== undefined) {
      this.#append(strings);
      return;
    }
    switch (tree.kind) {
      case "set":
        return this.#endRun(false);
      case "place":
        if (tree.place === "begin") {
          this.#endRun(false);
          this.#atBegin = true;
        } else if (tree.place === "end") this.#endRun(true);
        return;
      case "sequence":
        mapList(tree.parts, (part) => this.read(part));
        return;
      case "choice":
        this.#endRun(false);
        return this.#addGroup(groupOfChoice(tree.options));
      case "repeat":
        return this.#readRepeat(tree);
    }
  }

  #readRepeat({ part, least }: Extract<TextTree, { kind: "repeat" }>): void {
    if (least === 0) return this.#endRun(false);
    const strings = stringsOf(part);
    if (strings === undefined) {
      // The first time it is all that is before, and the last time all that is after.
      this.read(part);
      return this.#endRun(false);
    }
    for (let i = 0; i < least && i < LONGEST_LITERAL; i++) this.#append(strings);
    this.#endRun(false);
    this.#append(strings);
  }

  #append(strings: readonly Piece[]): void {
    const joined = product(this.#run, strings);
    if (joined !== undefined) {
      this.#run = joined;
      return;
    }
    this.#endRun(false);
    this.#run = strings;
  }

  #endRun(atEnd: boolean): void {
    const run = this.#run;
    const begins = this.#atBegin;
    this.#run = EMPTY;
    this.#atBegin = false;
    const operator = begins ? (atEnd ? "==" : "startsWith") : atEnd ? "endsWith" : "includes";
    if (every(run, ({ value }) => value !== ""))
      this.#addGroup(mapList(run, ({ value, folded }) => ({ operator, value, folded })));
  }

  #addGroup(group: Group | undefined): void {
    if (group === undefined || this.#groups.length >= MOST_GROUPS) return;
    this.#groups[this.#groups.length] = group;
  }
}

/** A string has one of the options, so it has one of the literals that are the best of each. */
function groupOfChoice(options: readonly TextTree[]): Group | undefined {
  const group = newList<PatternLiteral>();
  const found = every(options, (option) => {
    const best = bestGroup(readerOf(option).finish());
    if (best === undefined) return false;
    mapList(best, (literal) => (group[group.length] = literal));
    return group.length <= MOST_LITERALS;
  });
  return found && group.length > 0 ? group : undefined;
}

/** The one whose shortest literal is the longest; of these the smallest. */
function bestGroup(groups: readonly Group[]): Group | undefined {
  let best: Group | undefined;
  let most = 0;
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] as Group;
    const rank = foldRight(group, LONGEST_LITERAL, (shortest, { value }) =>
      value.length < shortest ? value.length : shortest,
    );
    if (rank * MOST_LITERALS - group.length <= most && best !== undefined) continue;
    best = group;
    most = rank * MOST_LITERALS - group.length;
  }
  return best;
}

/** The strings of the tree where they are few; `undefined` where they are not, and for places. */
function stringsOf(tree: TextTree): readonly Piece[] | undefined {
  switch (tree.kind) {
    case "set":
      return stringsOfSet(tree.set);
    case "place":
      // At some place between two parts that are next to each other all the same.
      return tree.place === "begin" || tree.place === "end" ? undefined : EMPTY;
    case "sequence":
      return foldStrings(tree.parts);
    case "choice": {
      const strings = newList<Piece>();
      const few = every(tree.options, (option) => {
        const found = stringsOf(option);
        if (found === undefined) return false;
        mapList(found, (piece) => (strings[strings.length] = piece));
        return strings.length <= MOST_LITERALS;
      });
      return few && strings.length > 0 ? strings : undefined;
    }
    case "repeat": {
      const { part, least, most } = tree;
      if (most > LONGEST_LITERAL) return undefined;
      const strings = stringsOf(part);
      if (strings === undefined) return undefined;
      let all: readonly Piece[] | undefined = EMPTY;
      for (let i = 0; i < least && all !== undefined; i++) all = product(all, strings);
      if (all === undefined || least === most) return all;
      return most === 1 ? stringsOf({ kind: "choice", options: [nothing, part] }) : undefined;
    }
  }
}

function foldStrings(parts: readonly TextTree[]): readonly Piece[] | undefined {
  let all: readonly Piece[] | undefined = EMPTY;
  for (let i = 0; i < parts.length && all !== undefined; i++) {
    const strings = stringsOf(parts[i] as TextTree);
    all = strings === undefined ? undefined : product(all, strings);
  }
  return all;
}

/** A code point that stands alone, a letter in any case, or a few code points. */
function stringsOfSet(set: CodePoints): readonly Piece[] | undefined {
  const count = countOf(set, MOST_WRITTEN_OUT + 1);
  if (count === 0 || count > MOST_WRITTEN_OUT) return undefined;
  const codes = newList<number>();
  for (let i = 0; i < set.length; i += 2)
    for (let code = set[i] as number; code <= (set[i + 1] as number); code++) codes[codes.length] = code;
  const letter = foldUnit(codes[0] as number);
  if (count > 1 && letter < 0x80 && every(codes, (code) => foldUnit(code) === letter))
    return mapList([letter], (code) => ({ value: fromCodePoint(code), folded: true }));
  return mapList(codes, (code) => ({ value: fromCodePoint(code), folded: false }));
}

/** Each of the first before each of the second; nothing where these are too many, too long, or cannot be one literal. */
function product(first: readonly Piece[], second: readonly Piece[]): readonly Piece[] | undefined {
  if (first.length * second.length > MOST_LITERALS) return undefined;
  const joined = newList<Piece>();
  const fits = every(first, (before) =>
    every(second, (after) => {
      const piece = join(before, after);
      if (piece === undefined || piece.value.length > LONGEST_LITERAL) return false;
      joined[joined.length] = piece;
      return true;
    }),
  );
  return fits ? joined : undefined;
}

function join(before: Piece, after: Piece): Piece | undefined {
  const folded = before.folded || after.folded;
  const first = folded ? withoutCase(before) : before.value;
  const second = folded ? withoutCase(after) : after.value;
  return first === undefined || second === undefined ? undefined : { value: first + second, folded };
}

/** The value as a folded literal has it; nothing where it is not ASCII. */
function withoutCase({ value, folded }: Piece): string | undefined {
  if (folded || value === "") return value;
  let small = "";
  for (let i = 0; i < value.length; i++) {
    const unit = charCodeAt(value, i);
    if (unit >= 0x80) return undefined;
    small += fromCodePoint(foldUnit(unit));
  }
  return small;
}

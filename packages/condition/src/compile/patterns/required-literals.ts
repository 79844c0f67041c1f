import {
  append,
  charCodeAt,
  every,
  foldRight,
  fromCodePoint,
  mapList,
  newList,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { foldUnit, type PatternLiteral } from "../pattern.js";
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

/** One string that a tree matches, compared exactly or without case (`PatternLiteral`), and where it has to be. */
interface KnownString {
  readonly value: string;
  readonly folded: boolean;
  readonly begins: boolean;
  readonly ends: boolean;
}

type Group = readonly PatternLiteral[];

const EMPTY: readonly KnownString[] = [{ value: "", folded: false, begins: false, ends: false }];
const BEGIN: readonly KnownString[] = [{ value: "", folded: false, begins: true, ends: false }];
const END: readonly KnownString[] = [{ value: "", folded: false, begins: false, ends: true }];

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
    mapList(existing(groups[i]), (literal) => append(list, literal));
    append(lists, list);
  }
  return lists;
}

class Reader {
  readonly #groups = newList<Group>();
  /** What the string has just before this place. */
  #run: readonly KnownString[] = EMPTY;

  finish(): readonly Group[] {
    this.#endRun();
    return this.#groups;
  }

  read(tree: TextTree): void {
    // What is on both sides of such a place is next to each other.
    if (tree.kind === "place" && tree.place !== "begin" && tree.place !== "end") return;
    const strings = knownStrings(tree);
    if (strings !== undefined) {
      this.#append(strings);
      return;
    }
    switch (tree.kind) {
      case "set":
      case "place":
        return this.#endRun();
      case "sequence":
        mapList(tree.parts, (part) => this.read(part));
        return;
      case "choice":
        this.#endRun();
        return this.#addGroup(groupOfChoice(tree.options));
      case "repeat":
        return this.#readRepeat(tree);
    }
  }

  #readRepeat({ part, least }: Extract<TextTree, { kind: "repeat" }>): void {
    if (least === 0) return this.#endRun();
    const strings = knownStrings(part);
    if (strings === undefined) {
      // The first time it is all that is before, and the last time all that is after.
      this.read(part);
      return this.#endRun();
    }
    for (let i = 0; i < least && i < LONGEST_LITERAL; i++) this.#append(strings);
    this.#endRun();
    this.#append(strings);
  }

  #append(strings: readonly KnownString[]): void {
    const joined = product(this.#run, strings);
    if (joined !== undefined) {
      this.#run = joined;
      return;
    }
    this.#endRun();
    this.#run = strings;
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = EMPTY;
    if (every(run, ({ value }) => value !== "")) this.#addGroup(mapList(run, patternLiteral));
  }

  #addGroup(group: Group | undefined): void {
    if (group === undefined || this.#groups.length >= MOST_GROUPS) return;
    this.#groups[this.#groups.length] = group;
  }
}

/** @param piece not the empty string */
export function patternLiteral({ value, folded, begins, ends }: KnownString): PatternLiteral {
  return { operator: begins ? (ends ? "==" : "startsWith") : ends ? "endsWith" : "includes", value, folded };
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
    const group = existing(groups[i]);
    const rank = foldRight(group, LONGEST_LITERAL, (shortest, { value }) =>
      value.length < shortest ? value.length : shortest,
    );
    if (rank * MOST_LITERALS - group.length <= most && best !== undefined) continue;
    best = group;
    most = rank * MOST_LITERALS - group.length;
  }
  return best;
}

/** The strings of the tree where they are few, and all that is to be known of them; `undefined` where they are not. */
export function knownStrings(tree: TextTree): readonly KnownString[] | undefined {
  switch (tree.kind) {
    case "set":
      return stringsOfSet(tree.set);
    case "place":
      return tree.place === "begin" ? BEGIN : tree.place === "end" ? END : undefined;
    case "sequence":
      return foldStrings(tree.parts);
    case "choice": {
      const strings = newList<KnownString>();
      const few = every(tree.options, (option) => {
        const found = knownStrings(option);
        if (found === undefined) return false;
        mapList(found, (piece) => (strings[strings.length] = piece));
        return strings.length <= MOST_LITERALS;
      });
      return few && strings.length > 0 ? strings : undefined;
    }
    case "repeat":
      return stringsOfRepeat(tree);
  }
}

function stringsOfRepeat({
  part,
  least,
  most,
}: Extract<TextTree, { kind: "repeat" }>): readonly KnownString[] | undefined {
  if (most > LONGEST_LITERAL) return undefined;
  const strings = knownStrings(part);
  if (strings === undefined) return undefined;
  let all: readonly KnownString[] | undefined = EMPTY;
  for (let i = 0; i < least && all !== undefined; i++) all = product(all, strings);
  if (all === undefined || least === most) return all;
  return most === 1 ? knownStrings({ kind: "choice", options: [nothing, part] }) : undefined;
}

function foldStrings(parts: readonly TextTree[]): readonly KnownString[] | undefined {
  let all: readonly KnownString[] | undefined = EMPTY;
  for (let i = 0; i < parts.length && all !== undefined; i++) {
    const strings = knownStrings(existing(parts[i]));
    all = strings === undefined ? undefined : product(all, strings);
  }
  return all;
}

/** A code point that stands alone, a letter in any case, or a few code points. */
function stringsOfSet(set: CodePoints): readonly KnownString[] | undefined {
  const count = countOf(set, MOST_WRITTEN_OUT + 1);
  if (count === 0 || count > MOST_WRITTEN_OUT) return undefined;
  const codes = newList<number>();
  for (let i = 0; i < set.length; i += 2)
    for (let code = set[i] ?? 0; code <= (set[i + 1] ?? 0); code++) codes[codes.length] = code;
  const letter = foldUnit(codes[0] ?? 0);
  if (count > 1 && letter < 0x80 && every(codes, (code) => foldUnit(code) === letter))
    return [{ value: fromCodePoint(letter), folded: true, begins: false, ends: false }];
  return mapList(codes, (code) => ({
    value: fromCodePoint(code),
    folded: false,
    begins: false,
    ends: false,
  }));
}

/** Each of the first before each of the second; nothing where these are too many, too long, or cannot be one literal. */
function product(
  first: readonly KnownString[],
  second: readonly KnownString[],
): readonly KnownString[] | undefined {
  if (first.length * second.length > MOST_LITERALS) return undefined;
  // Every sequence begins so.
  if (first === EMPTY) return second;
  const joined = newList<KnownString>();
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

function join(before: KnownString, after: KnownString): KnownString | undefined {
  // Nothing is before the start, or after the end.
  if ((before.ends && after.value !== "") || (after.begins && before.value !== "")) return undefined;
  const folded = before.folded || after.folded;
  const first = folded ? withoutCase(before) : before.value;
  const second = folded ? withoutCase(after) : after.value;
  if (first === undefined || second === undefined) return undefined;
  return {
    value: first + second,
    folded,
    begins: before.begins || after.begins,
    ends: before.ends || after.ends,
  };
}

/** The value as a folded literal has it; nothing where it is not ASCII. */
function withoutCase({ value, folded }: KnownString): string | undefined {
  if (folded || value === "") return value;
  let small = "";
  for (let i = 0; i < value.length; i++) {
    const unit = charCodeAt(value, i);
    if (unit >= 0x80) return undefined;
    small += fromCodePoint(foldUnit(unit));
  }
  return small;
}

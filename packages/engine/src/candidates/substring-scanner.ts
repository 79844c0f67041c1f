import { foldUnit } from "@gatehouse-hooks/condition/compile";
import { includes } from "@gatehouse-hooks/json/intrinsics";
import type { Found } from "./found.js";
import { LiteralTrie } from "./literal-trie.js";
import { Postings } from "./postings.js";
import { foldedText, foldUnits, LITERAL_UNITS, type Scanner, type WaitingLiteral } from "./scanner.js";

/** Below this many literals, searching for each in turn is faster than an automaton. */
const FEW_LITERALS = 5;

/**
 * Entries of the table of full transitions (4 bytes each): at least, for each literal, and at most. Deeper states, which few
 * strings reach, follow links instead.
 */
const TABLE_ENTRIES = { least: 1 << 14, each: 1 << 7, most: 1 << 19 } as const;

/**
 * Finds the literals that occur anywhere in a string, in time linear in the string whatever their number.
 *
 * @param plain compared unit by unit
 * @param folded the same of folded text (`foldUnit`); where there are any, an automaton reads all text so
 */
export function substringScanner(
  plain: readonly WaitingLiteral[],
  folded: readonly WaitingLiteral[] = [],
): Scanner {
  if (!areFew(plain, folded)) return new Automaton(plain, folded);
  const exact = plain.length === 0 ? null : oneByOne(postingsOf(plain));
  const cased = folded.length === 0 ? null : oneByOne(postingsOf(folded));
  return {
    scan(text: string, found: Found): void {
      exact?.scan(text, found);
      cased?.scan(foldedText(text), found);
    },
  };
}

/** Whether looking for them goes through a string unit by unit, or makes another of it. */
export function needsPass(plain: readonly WaitingLiteral[], folded: readonly WaitingLiteral[]): boolean {
  return folded.length > 0 || !areFew(plain, folded);
}

function areFew(plain: readonly WaitingLiteral[], folded: readonly WaitingLiteral[]): boolean {
  return new Set([...plain, ...folded].map(([literal]) => literal)).size < FEW_LITERALS;
}

function postingsOf(waiting: readonly WaitingLiteral[]): Postings<string> {
  return new Postings(
    waiting.map(([literal, position]) => [literal.slice(0, LITERAL_UNITS), position] as const),
  );
}

function oneByOne(postings: Postings<string>): Scanner {
  const literals = postings.values;
  return {
    scan(text: string, found: Found): void {
      found.units += text.length;
      for (let id = 0; id < literals.length; id++) {
        if (includes(text, literals[id] ?? "")) postings.addTo(found, id);
      }
    },
  };
}

/**
 * The automaton of Aho and Corasick: its state is the longest prefix of a literal that the text read so far ends with.
 * The shallow states, where nearly all steps are taken, have full rows of transitions; deeper ones have their children
 * and a link to the next shorter state that is a suffix of theirs.
 */
class Automaton implements Scanner {
  readonly #postings: Postings<string>;
  readonly #trie: LiteralTrie;
  readonly #classes: UnitClasses;
  /**
   * For each state and class the place of the next state: where its row begins, or behind the rows its number among the states
   * without one. Where literals end there, it is the complement.
   */
  readonly #rows: Int32Array;
  /** States below this number have a row. */
  readonly #dense: number;
  /** The longest proper suffix of a state that is a state. */
  readonly #shorter: Int32Array;
  /** The longest suffix of a state, itself included, that is a literal; 0 for none. */
  readonly #output: Int32Array;
  /** Which scan reported a state's literal last. INVARIANT: when it did, it has reported every shorter one, too. */
  readonly #reported: Uint32Array;
  #scans = 0;

  constructor(plain: readonly WaitingLiteral[], folded: readonly WaitingLiteral[]) {
    const fold = folded.length > 0;
    this.#postings = postingsOf(
      fold ? [...plain.map(([literal, at]) => [foldUnits(literal), at] as const), ...folded] : plain,
    );
    const trie = new LiteralTrie(this.#postings.values);
    this.#trie = trie;
    this.#classes = new UnitClasses(trie.unit, fold);
    this.#dense = denseStates(trie.size, this.#postings.values.length, this.#classes.count);
    this.#shorter = new Int32Array(trie.size);
    this.#output = new Int32Array(trie.size);
    this.#rows = new Int32Array(this.#dense * this.#classes.count);
    this.#reported = new Uint32Array(trie.size);
    for (let state = 0; state < trie.size; state++) this.#link(state);
    this.#place();
  }

  /** Fills in what follows from shorter states, which come first in the numbering. */
  #link(state: number): void {
    const { first, text, unit } = this.#trie;
    const shorter = this.#shorter[state] ?? 0;
    this.#output[state] = (text[state] ?? -1) >= 0 ? state : (this.#output[shorter] ?? 0);
    const width = this.#classes.count;
    if (state > 0 && state < this.#dense) {
      this.#rows.copyWithin(state * width, shorter * width, (shorter + 1) * width);
    }
    const end = first[state + 1] ?? 0;
    for (let child = first[state] ?? 0; child < end; child++) {
      const code = unit[child] ?? 0;
      this.#shorter[child] = state === 0 ? 0 : this.#next(shorter, code, this.#classes.of(code));
      if (state < this.#dense) this.#rows[state * width + this.#classes.of(code)] = child;
    }
  }

  /** The state that one unit more leads to, while rows hold states. */
  #next(state: number, code: number, kind: number): number {
    for (let at = state; ; at = this.#shorter[at] ?? 0) {
      if (at < this.#dense) return this.#rows[at * this.#classes.count + kind] ?? 0;
      const child = this.#trie.child(at, code);
      if (child > 0) return child;
    }
  }

  /** States to their places, so that a step is one sum and one read. */
  #place(): void {
    for (let i = 0; i < this.#rows.length; i++) this.#rows[i] = this.#placeOf(this.#rows[i] ?? 0);
  }

  #placeOf(state: number): number {
    const dense = this.#dense;
    const place = state < dense ? state * this.#classes.count : this.#rows.length + state - dense;
    return (this.#output[state] ?? 0) === 0 ? place : ~place;
  }

  #stateAt(place: number): number {
    const behind = place - this.#rows.length;
    return behind < 0 ? place / this.#classes.count : behind + this.#dense;
  }

  /** The place that one unit more leads to from a state without a row. */
  #nextPlace(place: number, code: number, kind: number): number {
    const { count } = this.#classes;
    if (kind === 0) return 0;
    for (let at = this.#stateAt(place); ; at = this.#shorter[at] ?? 0) {
      if (at < this.#dense) return this.#rows[at * count + kind] ?? 0;
      const child = this.#trie.child(at, code);
      if (child > 0) return this.#placeOf(child);
    }
  }

  scan(text: string, found: Found): void {
    found.units += text.length;
    this.#begin();
    const classes = this.#classes;
    const { ascii } = classes;
    const rows = this.#rows;
    let place = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const kind = code < 128 ? (ascii[code] ?? 0) : classes.of(code);
      const next =
        place < rows.length ? (rows[place + kind] ?? 0) : this.#nextPlace(place, classes.fold(code), kind);
      if (next >= 0) {
        place = next;
        continue;
      }
      place = ~next;
      this.#report(this.#output[this.#stateAt(place)] ?? 0, found);
    }
  }

  #begin(): void {
    if (this.#scans === 0xffff_ffff) {
      this.#reported.fill(0);
      this.#scans = 0;
    }
    this.#scans++;
  }

  /** Reports the literal that a state is, and every literal that it ends with. */
  #report(literal: number, found: Found): void {
    for (let at = literal; at !== 0; at = this.#output[this.#shorter[at] ?? 0] ?? 0) {
      if (this.#reported[at] === this.#scans) return;
      this.#reported[at] = this.#scans;
      this.#postings.addTo(found, this.#trie.text[at] ?? 0);
    }
  }
}

function denseStates(states: number, literals: number, classes: number): number {
  const { least, each, most } = TABLE_ENTRIES;
  const entries = Math.min(most, Math.max(least, each * literals));
  return Math.max(1, Math.min(states, Math.floor(entries / classes)));
}

/** The code units that literals have, numbered from 1; all others are 0. Without case, both cases of a unit are of one class. */
class UnitClasses {
  /** Of ASCII. */
  readonly ascii: Uint8Array = new Uint8Array(128);
  readonly #others = new Map<number, number>();
  readonly #folds: boolean;
  readonly count: number;

  constructor(units: Uint16Array, folds: boolean) {
    this.#folds = folds;
    const known = new Map<number, number>();
    for (let state = 1; state < units.length; state++) {
      const unit = units[state] ?? 0;
      if (!known.has(unit)) known.set(unit, known.size + 1);
    }
    this.count = known.size + 1;
    for (let code = 0; code < 128; code++) this.ascii[code] = known.get(this.fold(code)) ?? 0;
    for (const [unit, kind] of known) if (unit >= 128) this.#others.set(unit, kind);
  }

  /** The code unit as literals have it. */
  fold(code: number): number {
    return this.#folds ? foldUnit(code) : code;
  }

  of(code: number): number {
    const unit = this.fold(code);
    return unit < 128 ? (this.ascii[unit] ?? 0) : (this.#others.get(unit) ?? 0);
  }
}

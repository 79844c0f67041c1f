import type { Found } from "./found.js";
import { LiteralTrie } from "./literal-trie.js";
import { Postings } from "./postings.js";
import { LITERAL_UNITS, type Scanner, type Waiting } from "./scanner.js";

/** Below this many literals, searching for each in turn is faster than an automaton. */
const FEW_LITERALS = 8;

/** The most entries of the table of full transitions (4 bytes each); deeper states follow links instead. */
const TABLE_ENTRIES = 1 << 19;

/** Finds the literals that occur anywhere in a string, in time linear in the string whatever their number. */
export function substringScanner(waiting: readonly Waiting[]): Scanner {
  const postings = new Postings(
    waiting.map(([literal, position]) => [literal.slice(0, LITERAL_UNITS), position] as const),
  );
  return postings.values.length < FEW_LITERALS ? oneByOne(postings) : new Automaton(postings);
}

function oneByOne(postings: Postings<string>): Scanner {
  const literals = postings.values;
  return {
    scan(text: string, found: Found): void {
      for (let id = 0; id < literals.length; id++) {
        if (text.includes(literals[id] ?? "")) postings.addTo(found, id);
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
  /** The class of a code unit; 0 for those that no literal has. */
  readonly #classes: Int32Array;
  readonly #classCount: number;
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

  constructor(postings: Postings<string>) {
    const trie = new LiteralTrie(postings.values);
    this.#postings = postings;
    this.#trie = trie;
    this.#classes = classesOf(trie.unit);
    this.#classCount = this.#classes.reduce((most, one) => Math.max(most, one), 0) + 1;
    this.#dense = Math.max(1, Math.min(trie.size, Math.floor(TABLE_ENTRIES / this.#classCount)));
    this.#shorter = new Int32Array(trie.size);
    this.#output = new Int32Array(trie.size);
    this.#rows = new Int32Array(this.#dense * this.#classCount);
    this.#reported = new Uint32Array(trie.size);
    for (let state = 0; state < trie.size; state++) this.#link(state);
  }

  /** Fills in what follows from shorter states, which come first in the numbering. */
  #link(state: number): void {
    const { first, text, unit } = this.#trie;
    const shorter = this.#shorter[state] ?? 0;
    this.#output[state] = (text[state] ?? -1) >= 0 ? state : (this.#output[shorter] ?? 0);
    const width = this.#classCount;
    if (state > 0 && state < this.#dense) {
      this.#rows.copyWithin(state * width, shorter * width, (shorter + 1) * width);
    }
    const end = first[state + 1] ?? 0;
    for (let child = first[state] ?? 0; child < end; child++) {
      const code = unit[child] ?? 0;
      this.#shorter[child] = state === 0 ? 0 : this.#next(shorter, code);
      if (state < this.#dense) this.#rows[state * width + (this.#classes[code] ?? 0)] = child;
    }
  }

  #next(state: number, code: number): number {
    for (let at = state; ; at = this.#shorter[at] ?? 0) {
      if (at < this.#dense) return this.#rows[at * this.#classCount + (this.#classes[code] ?? 0)] ?? 0;
      const child = this.#trie.child(at, code);
      if (child > 0) return child;
    }
  }

  scan(text: string, found: Found): void {
    const classes = this.#classes;
    const rows = this.#rows;
    const output = this.#output;
    const width = this.#classCount;
    const dense = this.#dense;
    this.#begin();
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const kind = code < classes.length ? (classes[code] ?? 0) : 0;
      state = kind === 0 ? 0 : state < dense ? (rows[state * width + kind] ?? 0) : this.#next(state, code);
      const literal = output[state] ?? 0;
      if (literal !== 0) this.#report(literal, found);
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

function classesOf(units: Uint16Array): Int32Array {
  const classes = new Int32Array(units.reduce((most, unit) => Math.max(most, unit), 0) + 1);
  let count = 0;
  for (let state = 1; state < units.length; state++) {
    const unit = units[state] ?? 0;
    if (classes[unit] === 0) classes[unit] = ++count;
  }
  return classes;
}

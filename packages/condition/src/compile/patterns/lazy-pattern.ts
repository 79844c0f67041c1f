import type { Pattern, PatternLiteral } from "../pattern.js";
import { Automaton } from "./automaton.js";
import { requiredLiterals } from "./required-literals.js";
import { isSearchable, searchOf } from "./search.js";
import { simplifyTree } from "./simplify-tree.js";
import type { TextTree } from "./text-tree.js";
import { MapOf, mapGet, mapSet } from "@gatehouse-hooks/json/intrinsics";

/** What a character may cost where a test reads each one once. */
const LIGHT = 8;
/** And for each instruction where the automaton may have too many states. */
const HEAVY = 80;

/**
 * A pattern of which only the source is kept until it is used. What tests a string is made for the first one.
 */
export class LazyPattern implements Pattern {
  readonly #source: string;
  readonly #read: ReadPattern;
  #search: ((text: string) => boolean) | undefined;
  #size: number | undefined;
  #searchable: boolean | undefined;

  /** @param read never throws for this source */
  constructor(source: string, read: ReadPattern) {
    this.#source = source;
    this.#read = read;
  }

  test(text: string): boolean {
    return (this.#search ??= this.#made())(text);
  }

  get size(): number {
    return (this.#size ??= knownSize(this.#source, this.#read, () => this.#sized()));
  }

  requires(): readonly (readonly PatternLiteral[])[] {
    return requiredLiterals(this.#tree());
  }

  #made(): (text: string) => boolean {
    const tree = this.#tree();
    return searchOf(tree, (this.#searchable ??= isSearchable(tree)));
  }

  #sized(): number {
    if (this.#searchable === true) return LIGHT;
    const tree = this.#tree();
    this.#searchable ??= isSearchable(tree);
    return this.#searchable ? LIGHT : automatonSize(tree);
  }

  #tree(): TextTree {
    return simplifyTree(this.#read(this.#source));
  }
}

function automatonSize(tree: TextTree): number {
  const automaton = new Automaton(tree);
  return automaton.complete() ? LIGHT : HEAVY * automaton.size;
}

/** Reads a pattern of one syntax: each has a function of its own. */
type ReadPattern = (source: string) => TextTree;

/** Sizes that are kept at once: about as many patterns as a set of policies has. */
const MOST_SIZES = 512;

let sizes = new MapOf<ReadPattern, Map<string, number>>();
let count = 0;

/**
 * The size of a pattern, which is found once for all that have its text: to make an automaton's states takes as long as everything
 * else that is done to a condition, and one set of policies has the same patterns many times, when it is read, when it is
 * stored, and when a file of it has changed. When there are too many, all are forgotten.
 */
export function knownSize(source: string, read: ReadPattern, find: () => number): number {
  const known = mapGet(mapGet(sizes, read) ?? none, source);
  if (known !== undefined) return known;
  const size = find();
  if (count >= MOST_SIZES) {
    sizes = new MapOf<ReadPattern, Map<string, number>>();
    count = 0;
  }
  const ofReader = mapGet(sizes, read) ?? new MapOf<string, number>();
  mapSet(ofReader, source, size);
  mapSet(sizes, read, ofReader);
  count++;
  return size;
}

const none: ReadonlyMap<string, number> = new MapOf();

import type { Pattern, PatternLiteral } from "../pattern.js";
import { Automaton } from "./automaton.js";
import { knownSize, type ReadPattern } from "./known-sizes.js";
import { requiredLiterals } from "./required-literals.js";
import { isSearchable, searchOf } from "./search.js";
import { simplify } from "./simplify.js";
import type { TextTree } from "./text-tree.js";

/** What a character may cost where a test reads each one once. */
const LIGHT = 8;
/** And for each instruction where the automaton may have too many states. */
const HEAVY = 80;

/**
 * A pattern of which only the source is kept until it is used. What tests a string is made for the first one.
 */
export class LatePattern implements Pattern {
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
    return simplify(this.#read(this.#source));
  }
}

function automatonSize(tree: TextTree): number {
  const automaton = new Automaton(tree);
  return automaton.complete() ? LIGHT : HEAVY * automaton.size;
}

import {
  endsWith,
  every,
  execute,
  includes,
  RegExpOf,
  some,
  startsWith,
} from "@gatehouse-hooks/json/intrinsics";
import type { Pattern, PatternLiteral } from "../pattern.js";
import { Automaton } from "./automaton.js";
import { isLinear } from "./linear.js";
import { isNative, nativeSource } from "./native-source.js";
import { requiredLiterals } from "./required-literals.js";
import { simplify } from "./simplify.js";
import type { TextTree } from "./text-tree.js";

/** What a character may cost where a test reads each one once. */
const LIGHT = 8;
/** And for each instruction where the automaton may have too many states. */
const HEAVY = 80;

/**
 * A pattern of which only the source is kept until it is used. Its test is then the cheapest that is exact: a regular expression
 * of JavaScript where a backtracking search is proven linear, else an automaton; literals that a string needs are looked for
 * first.
 */
export class TextPattern implements Pattern {
  readonly #source: string;
  readonly #read: (source: string) => TextTree;
  #test: ((text: string) => boolean) | undefined;
  #size: number | undefined;

  /** @param read never throws for this source */
  constructor(source: string, read: (source: string) => TextTree) {
    this.#source = source;
    this.#read = read;
  }

  test(text: string): boolean {
    return (this.#test ??= testOf(this.#read(this.#source)))(text);
  }

  get size(): number {
    return (this.#size ??= sizeOf(this.#read(this.#source)));
  }

  requires(): readonly (readonly PatternLiteral[])[] {
    return requiredLiterals(this.#read(this.#source));
  }
}

function sizeOf(tree: TextTree): number {
  const simple = simplify(tree);
  if (isNative(simple) && isLinear(simple)) return LIGHT;
  const automaton = new Automaton(simple);
  return automaton.complete() ? LIGHT : HEAVY * automaton.size;
}

function testOf(tree: TextTree): (text: string) => boolean {
  const simple = simplify(tree);
  const search = isNative(simple) && isLinear(simple) ? nativeTest(simple) : automatonTest(simple);
  const groups = requiredLiterals(tree);
  return (text) => every(groups, (group) => some(group, (literal) => holds(literal, text))) && search(text);
}

function nativeTest(tree: TextTree): (text: string) => boolean {
  const expression = new RegExpOf(nativeSource(tree), "u");
  return (text) => execute(expression, text) !== null;
}

function automatonTest(tree: TextTree): (text: string) => boolean {
  const automaton = new Automaton(tree);
  return (text) => automaton.test(text);
}

function holds({ operator, value, folded }: PatternLiteral, text: string): boolean {
  if (folded) return true;
  switch (operator) {
    case "==":
      return text === value;
    case "startsWith":
      return startsWith(text, value);
    case "endsWith":
      return endsWith(text, value);
    case "includes":
      return includes(text, value);
  }
}

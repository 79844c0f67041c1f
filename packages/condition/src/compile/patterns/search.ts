import {
  endsWith,
  every,
  execute,
  includes,
  mapList,
  newList,
  RegExpOf,
  startsWith,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import type { PatternLiteral } from "../pattern.js";
import { Automaton } from "./automaton.js";
import { isLinear } from "./linear.js";
import { isNative, nativeSource } from "./native-source.js";
import { patternLiteral, requiredLiterals, knownStrings } from "./required-literals.js";
import { beginningOf, sequenceParts } from "./simplify-tree.js";
import type { TextTree } from "./text-tree.js";

type Test = (text: string) => boolean;

/** Strings that are looked for one after the other. Of more, an expression finds the first at once. */
const FEW = 2;

/** Whether a regular expression of JavaScript may search for the tree: it means the same, and is proven linear. */
export function isSearchable(tree: TextTree): boolean {
  return isNative(tree) && isLinear(tree);
}

/**
 * The test of a string for a simple tree: by the cheapest means that is exact. These are, in this order: comparisons with the few
 * strings that the tree matches; a regular expression of JavaScript; the automaton, from where the first beginning of a match
 * is, which a regular expression finds.
 *
 * @param searchable what `isSearchable` says of the tree, which takes time
 */
export function searchOf(tree: TextTree, searchable: boolean = isSearchable(tree)): Test {
  const pieces = knownStrings(tree);
  if (pieces !== undefined && every(pieces, ({ folded }) => !folded) && pieces.length <= FEW)
    return anyOf(mapList(pieces, (piece) => literalTest(patternLiteral(piece))));
  const search = searchable ? expressionTest(tree) : automatonTest(tree);
  return after(literalTests(tree), search);
}

/** What rules most strings out at once: what they have to begin or end with, and one literal that they need. */
function literalTests(tree: TextTree): readonly Test[] {
  const tests = newList<Test>();
  let longest = "";
  mapList(requiredLiterals(tree), (group) => {
    if (!every(group, ({ folded }) => !folded) || group.length > FEW) return;
    const first = existing(group[0]);
    if (every(group, ({ operator }) => operator !== "includes"))
      tests[tests.length] = anyOf(mapList(group, literalTest));
    else if (group.length === 1 && first.value.length > longest.length) longest = first.value;
  });
  const begins = sequenceParts(tree)[0];
  // A search that is over after the start costs less than the whole string.
  const isAnchored = begins?.kind === "place" && begins.place === "begin";
  if (longest.length > 1 && !isAnchored) tests[tests.length] = (text) => includes(text, longest);
  return tests;
}

function after(tests: readonly Test[], last: Test): Test {
  const first = tests[0];
  if (first === undefined) return last;
  if (tests.length === 1) return (text) => first(text) && last(text);
  return (text) => every(tests, (test) => test(text)) && last(text);
}

function literalTest({ operator, value }: PatternLiteral): Test {
  switch (operator) {
    case "==":
      return (text) => text === value;
    case "startsWith":
      return (text) => startsWith(text, value);
    case "endsWith":
      return (text) => endsWith(text, value);
    case "includes":
      return (text) => includes(text, value);
  }
}

/** @param tests one or two */
function anyOf(tests: readonly Test[]): Test {
  const first = existing(tests[0]);
  if (tests.length === 1) return first;
  const second = existing(tests[1]);
  return (text) => first(text) || second(text);
}

function expressionTest(tree: TextTree): Test {
  const expression = new RegExpOf(nativeSource(tree), "u");
  return (text) => execute(expression, text) !== null;
}

function automatonTest(tree: TextTree): Test {
  const automaton = new Automaton(tree);
  const beginning = beginningOf(tree, isSearchable);
  if (beginning === undefined) return (text) => automaton.test(text);
  // The flag only makes it start where it is told to.
  const expression = new RegExpOf(nativeSource(beginning), "gu");
  const find = (text: string, from: number): number => {
    expression.lastIndex = from;
    return execute(expression, text)?.index ?? -1;
  };
  return (text) => automaton.test(text, find);
}

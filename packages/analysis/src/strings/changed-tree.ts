import { codePointsOf, type TextTree } from "@gatehouse-hooks/condition/analysis";
import { choiceOf, literalTree, type LiteralTest, setOf } from "./literal-tree.js";

/** Strings for which a test may hold, and those for which it surely does; absent: not known. */
export interface TreeBounds {
  readonly over?: TextTree | undefined;
  readonly under?: TextTree | undefined;
}

/** The tree is exact. */
export function exactBounds(tree: TextTree | undefined): TreeBounds {
  return { over: tree, under: tree };
}

/** What is done to a string before it is tested. */
export type TextChange = "lower" | "upper" | "trim";

const NOTHING_KNOWN: TreeBounds = {};

/**
 * The strings for which a test of a literal holds once they are changed.
 *
 * Exact for ASCII, but for the characters that become ASCII letters: those are in `over` alone. JavaScript's case mapping of
 * other characters is not modelled.
 */
export function changedTree(change: TextChange, test: LiteralTest, literal: string): TreeBounds {
  if (!/^[\0-\x7f]*$/.test(literal)) return NOTHING_KNOWN;
  return change === "trim" ? trimmedTree(test, literal) : casedTree(change, test, literal);
}

/** Characters whose lower case has this letter: the Kelvin sign, and the capital I with a dot, which becomes two characters. */
const LOWERED: Readonly<Record<string, readonly number[]>> = { k: [0x212a], i: [0x130] };
/** Letters that the upper case of another character has, beside others: `ß`, the ligatures, letters with marks, the dotless i. */
const OFTEN_UPPER = /[AFHIJLNSTWY]/;

function casedTree(change: "lower" | "upper", test: LiteralTest, literal: string): TreeBounds {
  const other = change === "lower" ? /[A-Z]/ : /[a-z]/;
  // No string in lower case has a capital letter.
  if (other.test(literal)) return { over: NEVER, under: NEVER };
  const exactly = [...literal].map((one) => bothCases(one, []));
  const under = literalTree(test, exactly);
  if (change === "upper" && OFTEN_UPPER.test(literal)) return { under };
  const more = [...literal].map((one) => bothCases(one, change === "lower" ? (LOWERED[one] ?? []) : []));
  return { over: literalTree(test, more), under };
}

function bothCases(character: string, more: readonly number[]): TextTree {
  const bounds = [character.toLowerCase(), character.toUpperCase()].flatMap((one) => {
    const code = one.charCodeAt(0);
    return [code, code];
  });
  return setOf([...bounds, ...more.flatMap((code) => [code, code])]);
}

/** White space and line ends, as `trim` takes them away. */
const SPACE = codePointsOf([
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
]);
const SPACES: TextTree = { kind: "repeat", part: { kind: "set", set: SPACE }, least: 0, most: Infinity };
const NEVER: TextTree = choiceOf([]);

function trimmedTree(test: LiteralTest, literal: string): TreeBounds {
  const parts = [...literal].map((one) => setOf([one.charCodeAt(0), one.charCodeAt(0)]));
  const isBare = literal === literal.trim() && literal !== "";
  if (!isBare) {
    // Nothing that is trimmed has white space at an end.
    const atEnd =
      ((test === "==" || test === "startsWith") && literal !== literal.trimStart()) ||
      ((test === "==" || test === "endsWith") && literal !== literal.trimEnd());
    return atEnd ? { over: NEVER, under: NEVER } : { over: literalTree("includes", parts) };
  }
  const tree = literalTree(test, [
    ...(test === "==" || test === "startsWith" ? [SPACES] : []),
    ...parts,
    ...(test === "==" || test === "endsWith" ? [SPACES] : []),
  ]);
  return { over: tree, under: tree };
}

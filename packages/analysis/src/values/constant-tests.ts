import { characterTrees, choiceOf, type LiteralTest, literalTree, setOf } from "../strings/literal-tree.js";
import { exactBounds } from "../strings/changed-tree.js";
import { numberPart, type Part, testOf, type TextPart, textPart, type ValueTest } from "./value-test.js";
import type { TextTree } from "@gatehouse-hooks/condition/analysis";

/** A comparison with a constant; `!=` is the contrary of `==`. */
export type Order = "==" | "<" | "<=" | ">" | ">=";

/** A constant of a condition. */
export type Scalar = null | boolean | number | string;

/** Truth (SPEC of conditions, "Truth"). */
export const TRUTH: ValueTest = testOf("truth", {
  string: { kind: "size", size: numberPart(0, (size) => size > 0) },
  number: numberPart(0, (value) => value !== 0),
  true: true,
  list: true,
  object: true,
});

/** `has`. */
export const PRESENT: ValueTest = testOf("has", {
  string: true,
  number: true,
  true: true,
  false: true,
  null: true,
  list: true,
  object: true,
});

/** The value is one of these. Null and missing are equal. */
export function oneOf(constants: readonly Scalar[]): ValueTest {
  const texts = constants.filter((one) => typeof one === "string");
  const numbers = constants.filter((one) => typeof one === "number");
  const hasNull = constants.includes(null);
  const test = testOf(`in ${JSON.stringify(constants)}`, {
    null: hasNull,
    missing: hasNull,
    true: constants.includes(true),
    false: constants.includes(false),
    number: numbers.length > 0 && {
      kind: "number",
      test: (value) => numbers.includes(value),
      bounds: numbers,
    },
    string: texts.length > 0 && literalPart("==", texts, (value) => texts.includes(value)),
  });
  return { ...test, texts };
}

/** `value < constant` and the like. */
export function orderTest(operator: Exclude<Order, "==">, constant: Scalar): ValueTest {
  const key = `${operator} ${JSON.stringify(constant)}`;
  if (typeof constant === "number") {
    return testOf(key, { number: numberPart(constant, (value) => compares(operator, value, constant)) });
  }
  if (typeof constant !== "string") return testOf(key, {});
  return testOf(key, { string: orderPart(operator, constant) });
}

function orderPart(operator: Exclude<Order, "==">, constant: string): Part {
  const test = (value: string): boolean => compares(operator, value, constant);
  const before = beforeTree(constant);
  const characters = characterTrees(constant);
  if (before === undefined || characters === undefined) return "open";
  // What is not before is behind.
  const tree =
    operator === "<" || operator === ">=" ? before : choiceOf([before, literalTree("==", characters)]);
  const part: TextPart = { kind: "text", test, over: tree, under: tree };
  return operator === "<" || operator === "<=" ? part : { ...part, inverse: true };
}

/** Of two numbers or two strings, as the language orders them. */
export function compares<Value extends number | string>(operator: Order, left: Value, right: Value): boolean {
  switch (operator) {
    case "==":
      return left === right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** A test of a string against literals, one of which is enough. */
export function literalPart(
  test: LiteralTest,
  literals: readonly string[],
  holds: (value: string) => boolean,
): TextPart {
  return textPart(holds, () => {
    const trees = literals.flatMap((literal) => {
      const characters = characterTrees(literal);
      return characters === undefined ? [] : [literalTree(test, characters)];
    });
    return exactBounds(trees.length === literals.length ? choiceOf(trees) : undefined);
  });
}

/**
 * The strings that come before a literal, by their UTF-16 code units; nothing where a character of the literal is behind the
 * surrogates, whose order is not that of the characters.
 */
export function beforeTree(literal: string): TextTree | undefined {
  if (/[\ud800-\uffff]/.test(literal)) return undefined;
  const parts = characterTrees(literal);
  if (parts === undefined) return undefined;
  const options: TextTree[] = [];
  for (let at = 0; at < parts.length; at++) {
    const head = parts.slice(0, at);
    const code = literal.charCodeAt(at);
    // Shorter, or with a smaller character where the two differ first.
    options.push(literalTree("==", head));
    if (code > 0) options.push(literalTree("startsWith", [...head, setOf([0, code - 1])]));
  }
  return choiceOf(options);
}

import type { TextChange } from "../strings/changed-tree.js";
import type { LiteralTest } from "../strings/literal-tree.js";
import { changedPart } from "./called-test.js";
import { compares, type Order, type Scalar } from "./constant-tests.js";
import { testOf, type ValueTest } from "./value-test.js";

/** Changed by `lower()` or `upper()`, a string is empty where it was. */
export const NOT_EMPTY: ValueTest = testOf("not empty", {
  string: { kind: "size", size: { kind: "number", test: (size) => size > 0, bounds: [0] } },
});

/** Of strings; everything else is missing behind a change. */
export function changedLiteral(change: TextChange, test: LiteralTest, literal: string): ValueTest {
  return testOf(`${change} ${test} ${JSON.stringify(literal)}`, {
    string: changedPart(change, test, literal),
  });
}

export function changedTest(
  change: TextChange | "size",
  operator: Order,
  constant: Scalar,
): ValueTest | undefined {
  if (change === "size") return typeof constant === "number" ? sizeTest(operator, constant) : undefined;
  if (operator !== "==") return undefined;
  if (typeof constant === "string") return changedLiteral(change, "==", constant);
  // What is not a string is missing, which equals null and nothing else.
  const others = constant === null;
  return testOf(`${change} == ${JSON.stringify(constant)}`, {
    number: others,
    object: others,
    list: others,
    true: others,
    false: others,
    null: others,
    missing: others,
  });
}

/** Strings, lists and objects have a size; with another value it is missing, and no number. */
export function sizeTest(operator: Order, constant: number): ValueTest {
  const holds = (size: number): boolean => compares(operator, size, constant);
  const part = { kind: "size", size: { kind: "number", test: holds, bounds: [constant] } } as const;
  return testOf(`size ${operator} ${constant}`, { string: part, list: part, object: part });
}

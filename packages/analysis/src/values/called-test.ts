import { type Expr, patternOf, readGlob, readRe2 } from "@gatehouse-hooks/condition/analysis";
import { changedTree, type TextChange, exactBounds } from "../strings/changed-tree.js";
import type { LiteralTest } from "../strings/literal-tree.js";
import { literalPart } from "./constant-tests.js";
import { type Part, testOf, textPart, type ValueTest } from "./value-test.js";

type Call = Extract<Expr, { readonly kind: "call" }>;

/** `includes`, `startsWith`, `endsWith` of a literal, `matches` and `glob`, of the value itself; nothing for other methods. */
export function calledTest(call: Call): ValueTest | undefined {
  const argument = call.args[0];
  const { method } = call;
  if (argument?.kind !== "literal") return undefined;
  const { value } = argument;
  const [, except] = call.args;
  const taken = except?.kind === "literal" ? ` ${JSON.stringify(except.value)}` : "";
  const key = `${method} ${JSON.stringify(value)}${taken}`;
  switch (method) {
    case "includes":
    case "startsWith":
    case "endsWith":
      // A part that is not a string is in none.
      if (typeof value !== "string") return testOf(key, {});
      return testOf(key, { string: literalPart(method, [value], (text) => text[method](value)) });
    case "matches":
    case "glob":
      return testOf(key, { string: patternPart(call, String(value)) });
    case "touches":
    case "within":
    case "in":
    case "surely":
    case "perhaps":
      return testOf(key, { object: "open" });
    default:
      return undefined;
  }
}

function patternPart(call: Call, source: string): Part {
  const pattern = patternOf(call);
  if (pattern === null) return "open";
  return textPart(
    (value) => pattern.test(value),
    () => exactBounds(call.method === "glob" ? readGlob(source) : readRe2(source)),
  );
}

/** A test of a literal on a string that is changed first: other values are missing then. */
export function changedPart(change: TextChange, test: LiteralTest, literal: string): Part {
  const holds = (value: string): boolean => literalHolds(test, changed(change, value), literal);
  return textPart(holds, () => changedTree(change, test, literal));
}

function changed(change: TextChange, value: string): string {
  switch (change) {
    case "lower":
      return value.toLowerCase();
    case "upper":
      return value.toUpperCase();
    case "trim":
      return value.trim();
  }
}

function literalHolds(test: LiteralTest, value: string, literal: string): boolean {
  return test === "==" ? value === literal : value[test](literal);
}

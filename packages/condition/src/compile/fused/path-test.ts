import type { CompareOperator, Expr } from "../../ast.js";
import type { Value } from "../../lookup.js";
import { isPlainKey } from "../../json/sealed.js";
import { less, lessOrEqual } from "../values.js";
import type { PathTest } from "./atom.js";
import { intern } from "./intern.js";

/** A node that tests one path of the event against constants, and never spends from the budget. */
export interface PathAtom {
  readonly path: readonly (string | number)[];
  /** The same for equal paths. */
  readonly key: string;
  readonly test: PathTest;
  /** The node holds when the test does not. */
  readonly negated: boolean;
}

/** Reads a node as such a test; nothing when it is something else. */
export function pathAtomOf(node: Expr): PathAtom | undefined {
  switch (node.kind) {
    case "name":
    case "member":
      return atom(node, { kind: "test", test: Boolean });
    case "has":
      return atom(node.target, { kind: "test", test: isPresent });
    case "call": {
      const [argument] = node.args;
      if (node.method !== "includes" && node.method !== "startsWith" && node.method !== "endsWith")
        return undefined;
      if (argument?.kind !== "literal" || typeof argument.value !== "string") return undefined;
      const part = intern(argument.value);
      if (part !== "") return atom(node.object, { kind: node.method, part });
      return atom(node.object, { kind: "test", test: isText });
    }
    case "compare":
      return comparison(node.operator, node.left, node.right);
    default:
      return undefined;
  }
}

function atom(node: Expr, test: PathTest, negated: boolean = false): PathAtom | undefined {
  const path = plainPath(node);
  return path === undefined ? undefined : { path, key: JSON.stringify(path), test, negated };
}

/** The path of a chain that starts at the event, when every key can be read plainly. */
function plainPath(node: Expr): readonly (string | number)[] | undefined {
  const path: (string | number)[] = [];
  let at = node;
  while (at.kind === "member") {
    if (!isPlainKey(at.key)) return undefined;
    path.push(at.key);
    at = at.object;
  }
  if (at.kind !== "name") return undefined;
  path.push(at.name);
  return path.toReversed();
}

function isPresent(value: Value): boolean {
  return value !== undefined;
}

/** Null and missing are one. */
function isNothing(value: Value): boolean {
  return value === null || value === undefined;
}

function isText(value: Value): boolean {
  return typeof value === "string";
}

const mirrored: Readonly<Record<Exclude<CompareOperator, "in">, CompareOperator>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function comparison(operator: CompareOperator, left: Expr, right: Expr): PathAtom | undefined {
  if (operator === "in") return right.kind === "list" ? membership(left, right.items) : undefined;
  if (right.kind !== "literal")
    return left.kind === "literal" ? comparison(mirrored[operator], right, left) : undefined;
  const constant = typeof right.value === "string" ? intern(right.value) : right.value;
  switch (operator) {
    case "==":
    case "!=":
      return atom(
        left,
        constant === null ? { kind: "test", test: isNothing } : { kind: "equals", constant },
        operator === "!=",
      );
    case "<":
      return atom(left, { kind: "test", test: (value) => less(value, constant) });
    case "<=":
      return atom(left, { kind: "test", test: (value) => lessOrEqual(value, constant) });
    case ">":
      return atom(left, { kind: "test", test: (value) => less(constant, value) });
    case ">=":
      return atom(left, { kind: "test", test: (value) => lessOrEqual(constant, value) });
  }
}

function membership(left: Expr, items: readonly Expr[]): PathAtom | undefined {
  const constants: (null | boolean | number | string)[] = [];
  for (const item of items) {
    if (item.kind !== "literal") return undefined;
    constants.push(typeof item.value === "string" ? intern(item.value) : item.value);
  }
  return atom(left, amongTest(constants));
}

/** The test for one of these constants. Null and missing are one. */
export function amongTest(constants: readonly (null | boolean | number | string)[]): PathTest {
  const [first, second, third] = constants;
  if (!constants.includes(null)) {
    if (constants.length === 1 && first !== undefined) return { kind: "equals", constant: first };
    if (constants.length === 2 && first !== undefined && second !== undefined)
      return { kind: "either", first, second };
    if (constants.length === 3 && first !== undefined && second !== undefined && third !== undefined)
      return { kind: "one-of-three", first, second, third };
  }
  const set = new Set<Value>(constants);
  if (set.has(null)) set.add(undefined);
  return { kind: "test", test: (value) => set.has(value) };
}

import type { CompareOperator, Expr } from "../../ast.js";
import { setAdd, setHas, SetOf, existing } from "@gatehouse-hooks/json/intrinsics";
import { newList, some } from "@gatehouse-hooks/json/intrinsics";
import type { Value } from "@gatehouse-hooks/json";
import { isPlainKey } from "@gatehouse-hooks/json/values";
import { argumentOf } from "../node.js";
import { pathIdentity } from "../scope.js";
import { less, lessOrEqual, truth } from "../values.js";
import type { PathTest } from "./atom.js";
import { intern } from "./value-at-path.js";

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
      return atom(node, { kind: "test", test: truth });
    case "has":
      return atom(node.target, { kind: "test", test: isPresent });
    case "call": {
      const argument = argumentOf(node);
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
  return path === undefined ? undefined : { path, key: pathIdentity(path), test, negated };
}

/** The path of a chain that starts at the event, when every key can be read plainly. */
export function plainPath(node: Expr): readonly (string | number)[] | undefined {
  const upwards = newList<string | number>();
  let at = node;
  while (at.kind === "member") {
    if (!isPlainKey(at.key)) return undefined;
    upwards[upwards.length] = at.key;
    at = at.object;
  }
  if (at.kind !== "name") return undefined;
  const path = newList<string | number>();
  path[0] = at.name;
  for (let i = upwards.length - 1; i >= 0; i--) path[path.length] = existing(upwards[i]);
  return path;
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

/** The operator with its sides changed over. */
export const mirrored: Readonly<Record<Exclude<CompareOperator, "in">, CompareOperator>> = {
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
  const constants = constantsOf(items);
  return constants === undefined ? undefined : atom(left, amongTest(constants));
}

function constantsOf(items: readonly Expr[]): readonly (null | boolean | number | string)[] | undefined {
  const constants = newList<null | boolean | number | string>();
  for (let i = 0; i < items.length; i++) {
    const item = existing(items[i]);
    if (item.kind !== "literal") return undefined;
    constants[i] = typeof item.value === "string" ? intern(item.value) : item.value;
  }
  return constants;
}

/** Whether a value is one of these constants; nothing when they are something else. */
export function amongConstants(items: readonly Expr[]): ((value: Value) => boolean) | undefined {
  const constants = constantsOf(items);
  return constants === undefined ? undefined : setTest(constants);
}

/** The test for one of these constants. Null and missing are one. */
export function amongTest(constants: readonly (null | boolean | number | string)[]): PathTest {
  const nothing = some(constants, (constant) => constant === null);
  if (!nothing && constants.length > 0 && constants.length < 4) {
    // INVARIANT: the list is as long as the kind says; what it lacks is not read.
    const first = existing(constants[0]);
    if (constants.length === 1) return { kind: "equals", constant: first };
    const second = existing(constants[1]);
    if (constants.length === 2) return { kind: "either", first, second };
    return { kind: "one-of-three", first, second, third: existing(constants[2]) };
  }
  return { kind: "test", test: setTest(constants) };
}

function setTest(constants: readonly (null | boolean | number | string)[]): (value: Value) => boolean {
  const set = new SetOf<Value>();
  for (let i = 0; i < constants.length; i++) setAdd<Value>(set, constants[i]);
  if (some(constants, (constant) => constant === null)) setAdd<Value>(set, undefined);
  return (value) => setHas(set, value);
}

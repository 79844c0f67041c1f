import type { CompareOperator, Expr, MethodName } from "../ast.js";
import {
  endsWith,
  existing,
  foldRight,
  includes,
  min,
  newList,
  part,
  startsWith,
} from "@gatehouse-hooks/json/intrinsics";
import type { JsonValue, Value } from "@gatehouse-hooks/json";
import { isList, isSealedList, lookup } from "@gatehouse-hooks/json/values";
import { limits } from "../limits.js";
import { eventPath, innermost } from "./evaluate.js";
import type { Evaluate, General, LoopVariables } from "./evaluate.js";
import { amongConstants, mirrored, plainPath } from "./fused/path-test.js";
import { intern, isKeyed, valueAtPath } from "./fused/value-at-path.js";
import { argumentOf } from "./node.js";
import { type Scope, spend } from "./scope.js";
import { equal, less, lessOrEqual, payForText, payForTexts, truth } from "./values.js";

/** Closures for `any` and `all`. */
export function compileLoop(node: LoopNode, variables: LoopVariables, general: General): Evaluate<boolean> {
  const list = general.value(node.object, variables);
  const loop = loopOf(node, variables, general, { isGeneral: false });
  return (event, scope) => loop(list(event, scope), event, scope);
}

/**
 * The elements of a sealed list are sealed or hold nothing, so a body reads them plainly. A list of another event takes the
 * general form, which is made for the first one.
 */
function loopOf(node: LoopNode, variables: LoopVariables, general: General, usage: LoopUsage): Loop {
  const inside = inner(variables, node.variable);
  const slot = variables.length;
  const stop = node.kind === "any";
  const test: ElementTest = elementTest(node.body, { variables: inside, general, loopOf, usage });
  const isRead = usage.isGeneral;
  let body: Evaluate<boolean> | undefined;
  return (list, event, scope) => {
    if (typeof list !== "object" || list === null) return false;
    if (isSealedList(list)) {
      // Elements are paid for together: what is spent only grows, so the budget ends at the same elements.
      const affordable = min(list.length, scope.steps);
      for (let i = 0; i < affordable; i++) {
        const element = existing(list[i]);
        if (isRead) scope.variables[slot] = element;
        if (test(element, scope, event) === stop) {
          spend(scope, i + 1);
          return stop;
        }
      }
      spend(scope, list.length);
      return !stop;
    }
    if (!isList(list)) return false;
    body ??= general.truth(node.body, inside);
    for (let i = 0; i < list.length; i++) {
      spend(scope, 1);
      scope.variables[slot] = lookup(list, i);
      if (body(event, scope) === stop) return stop;
    }
    return !stop;
  };
}

function inner(variables: LoopVariables, name: string): LoopVariables {
  const all = newList<string>();
  for (let i = 0; i < variables.length; i++) all[i] = existing(variables[i]);
  all[all.length] = name;
  return all;
}

/**
 * Tests one element of a sealed list: the body of `any` and `all`. INVARIANT: where a part takes the general form, the
 * element is also in its place in the scope.
 */
type ElementTest = (element: Value, scope: Scope, event: Value) => boolean;

/** Tests the value at a path in the element; of an empty path it is the test of the element. */
type ValueTest = (value: Value, scope: Scope) => boolean;

/** `any` or `all` over a list that has been read. */
type Loop = (list: Value, event: Value, scope: Scope) => boolean;

/** What encloses a part of a body. */
interface Body {
  /** With the variable of the loop as the last. */
  readonly variables: LoopVariables;
  readonly general: General;
  readonly loopOf: (node: LoopNode, variables: LoopVariables, general: General, usage: LoopUsage) => Loop;
  readonly usage: LoopUsage;
}

/** Whether any part of a loop takes the general form, which reads the variables of all loops around it from the scope. */
interface LoopUsage {
  isGeneral: boolean;
}

type LoopNode = Extract<Expr, { kind: "any" | "all" }>;

/** A path in the element. */
type Path = readonly (string | number)[];

/**
 * The body as a test of the element: what compares the element, or a path in it, with constants reads it plainly, and spends
 * what the general form spends (SPEC, "Budget"). Every other part takes the general form.
 */
function elementTest(node: Expr, body: Body): ElementTest {
  switch (node.kind) {
    case "not": {
      const operand = elementTest(node.operand, body);
      return (element, scope, event) => !operand(element, scope, event);
    }
    case "truth":
      return elementTest(node.operand, body);
    case "and":
      return chain(
        node.operands,
        body,
        (first, rest) => (element, scope, event) =>
          first(element, scope, event) && rest(element, scope, event),
      );
    case "or":
      return chain(
        node.operands,
        body,
        (first, rest) => (element, scope, event) =>
          first(element, scope, event) || rest(element, scope, event),
      );
    case "any":
    case "all": {
      const path = elementPath(node.object, body.variables);
      if (path === undefined) break;
      const loop = body.loopOf(node, body.variables, body.general, body.usage);
      return (element, scope, event) => loop(valueAtPath(element, path), event, scope);
    }
    default: {
      const test = leafTest(node, body);
      if (test !== undefined) return test;
    }
  }
  const test = body.general.truth(node, body.variables);
  body.usage.isGeneral = true;
  return (_, scope, event) => test(event, scope);
}

function chain(
  operands: readonly Expr[],
  body: Body,
  link: (first: ElementTest, rest: ElementTest) => ElementTest,
): ElementTest {
  const last = operands.length - 1;
  // INVARIANT: `and` and `or` have operands.
  const end = elementTest(existing(operands[last]), body);
  return foldRight(part(operands, 0, last), end, (rest, operand) => link(elementTest(operand, body), rest));
}

/** A test of the element, or of a path in it, against constants; nothing when the node is something else. */
function leafTest(node: Expr, { variables, general }: Body): ElementTest | undefined {
  switch (node.kind) {
    case "name":
    case "member":
      return testAt(elementPath(node, variables), truth);
    case "has":
      return testAt(elementPath(node.target, variables), (value) => value !== undefined);
    case "call":
      return textTest(node.method, elementPath(node.object, variables), argumentOf(node));
    case "compare":
      return (
        comparison(node.operator, node.left, node.right, variables) ?? equality(node, variables, general)
      );
    default:
      return undefined;
  }
}

function testAt(path: Path | undefined, test: ValueTest): ElementTest | undefined {
  if (path === undefined) return undefined;
  const only = path[0];
  if (only === undefined) return test;
  if (path.length > 1) return (element, scope) => test(valueAtPath(element, path), scope);
  return (element, scope) => test(isKeyed(element) ? element[only] : undefined, scope);
}

/** A path that starts at the element. */
function elementPath(node: Expr, variables: LoopVariables): Path | undefined {
  const whole = plainPath(node);
  if (whole === undefined || innermost(variables, whole[0]) !== variables.length - 1) return undefined;
  const path = newList<string | number>();
  for (let i = 1; i < whole.length; i++) {
    const key = existing(whole[i]);
    path[path.length] = typeof key === "string" ? intern(key) : key;
  }
  return path;
}

function textTest(
  method: MethodName,
  path: Path | undefined,
  argument: Expr | undefined,
): ElementTest | undefined {
  if (argument?.kind !== "literal" || typeof argument.value !== "string") return undefined;
  const part = intern(argument.value);
  switch (method) {
    case "includes":
      return testAt(
        path,
        (text, scope) => typeof text === "string" && (payForText(text, scope), includes(text, part)),
      );
    case "startsWith":
      return testAt(
        path,
        (text, scope) => typeof text === "string" && (payForText(text, scope), startsWith(text, part)),
      );
    case "endsWith":
      return testAt(
        path,
        (text, scope) => typeof text === "string" && (payForText(text, scope), endsWith(text, part)),
      );
    default:
      return undefined;
  }
}

function comparison(
  operator: CompareOperator,
  left: Expr,
  right: Expr,
  variables: LoopVariables,
): ElementTest | undefined {
  if (operator === "in") return membership(left, right, variables);
  if (right.kind !== "literal")
    return left.kind === "literal" ? comparison(mirrored[operator], right, left, variables) : undefined;
  if (isLong(right.value)) return undefined;
  const path = elementPath(left, variables);
  const constant = typeof right.value === "string" ? intern(right.value) : right.value;
  switch (operator) {
    case "==":
      return testAt(path, isConstant(constant));
    case "!=": {
      const is = isConstant(constant);
      return testAt(path, (value) => !is(value));
    }
    case "<":
      return testAt(path, (value) => less(value, constant));
    case "<=":
      return testAt(path, (value) => lessOrEqual(value, constant));
    case ">":
      return testAt(path, (value) => less(constant, value));
    case ">=":
      return testAt(path, (value) => lessOrEqual(constant, value));
  }
}

/** The element, or a path in it, beside a path of the event. */
function equality(
  { operator, left, right }: Extract<Expr, { kind: "compare" }>,
  variables: LoopVariables,
  general: General,
): ElementTest | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  const path = elementPath(left, variables);
  if (path === undefined || eventPath(right, variables) === undefined) return undefined;
  const other = general.value(right, variables);
  const wanted = operator === "==";
  return (element, scope, event) => {
    const value = valueAtPath(element, path);
    const compared = other(event, scope);
    payForTexts(value, compared, scope);
    return equal(value, compared, scope) === wanted;
  };
}

/** Null and missing are one. */
function isConstant(constant: JsonValue): (value: Value) => boolean {
  if (constant === null) return (value) => value === null || value === undefined;
  return (value) => value === constant;
}

function membership(left: Expr, right: Expr, variables: LoopVariables): ElementTest | undefined {
  if (right.kind !== "list") return undefined;
  for (let i = 0; i < right.items.length; i++) {
    const item = existing(right.items[i]);
    if (item.kind !== "literal" || isLong(item.value)) return undefined;
  }
  const among = amongConstants(right.items);
  return among === undefined ? undefined : testAt(elementPath(left, variables), among);
}

/** Comparing with it costs steps, which only the general form spends: two strings of one length pay by length. */
function isLong(value: JsonValue): boolean {
  return typeof value === "string" && value.length >= limits.textPerStep;
}

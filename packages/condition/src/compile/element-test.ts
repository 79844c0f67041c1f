import type { CompareOperator, Expr, MethodName } from "../ast.js";
import { endsWith, foldRight, includes, newList, part, startsWith } from "@gatehouse-hooks/json/intrinsics";
import type { JsonObject, JsonValue, Value } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { eventPath, innermost } from "./evaluate.js";
import type { General, Variables } from "./evaluate.js";
import { intern } from "./fused/intern.js";
import { amongConstants, mirrored, plainPath } from "./fused/path-test.js";
import { readPath } from "./fused/read-path.js";
import { loopOf } from "./loop.js";
import { argumentOf } from "./node.js";
import type { Scope } from "./scope.js";
import { equal, less, lessOrEqual, payForText, payForTexts, truth } from "./values.js";

/**
 * Tests one element of a sealed list: the body of `any` and `all`. INVARIANT: the element is also in its place in
 * the scope, for the parts in the general form.
 */
export type ElementTest = (element: Value, event: Value, scope: Scope) => boolean;

/** Reads the element, or what is at a path in it. */
type ReadElement = (element: Value) => Value;

/**
 * The body as a test of the element: what compares the element, or a path in it, with constants reads it plainly, and spends
 * what the general form spends (SPEC, "Budget"). Every other part takes the general form.
 */
export function elementTest(node: Expr, variables: Variables, general: General): ElementTest {
  switch (node.kind) {
    case "not": {
      const operand = elementTest(node.operand, variables, general);
      return (element, event, scope) => !operand(element, event, scope);
    }
    case "truth":
      return elementTest(node.operand, variables, general);
    case "and":
      return chain(
        node.operands,
        variables,
        general,
        (first, rest) => (element, event, scope) =>
          first(element, event, scope) && rest(element, event, scope),
      );
    case "or":
      return chain(
        node.operands,
        variables,
        general,
        (first, rest) => (element, event, scope) =>
          first(element, event, scope) || rest(element, event, scope),
      );
    case "any":
    case "all": {
      const read = elementPath(node.object, variables);
      if (read === undefined) break;
      const loop = loopOf(node, variables, general);
      return (element, event, scope) => loop(read(element), event, scope);
    }
    default: {
      const test = leafTest(node, variables, general);
      if (test !== undefined) return test;
    }
  }
  const body = general.truth(node, variables);
  return (_, event, scope) => body(event, scope);
}

function chain(
  operands: readonly Expr[],
  variables: Variables,
  general: General,
  link: (first: ElementTest, rest: ElementTest) => ElementTest,
): ElementTest {
  const last = operands.length - 1;
  // INVARIANT: `and` and `or` have operands.
  const end = elementTest(operands[last] as Expr, variables, general);
  return foldRight(part(operands, 0, last), end, (rest, operand) =>
    link(elementTest(operand, variables, general), rest),
  );
}

/** A test of the element, or of a path in it, against constants; nothing when the node is something else. */
function leafTest(node: Expr, variables: Variables, general: General): ElementTest | undefined {
  switch (node.kind) {
    case "name":
    case "member":
      return valueTest(elementPath(node, variables), truth);
    case "has":
      return valueTest(elementPath(node.target, variables), (value) => value !== undefined);
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

function valueTest(read: ReadElement | undefined, test: (value: Value) => boolean): ElementTest | undefined {
  return read === undefined ? undefined : (element) => test(read(element));
}

/** A path that starts at the element. */
function elementPath(node: Expr, variables: Variables): ReadElement | undefined {
  const whole = plainPath(node);
  if (whole === undefined || innermost(variables, whole[0] as string) !== variables.length - 1)
    return undefined;
  const path = newList<string | number>();
  for (let i = 1; i < whole.length; i++) {
    const key = whole[i] as string | number;
    path[path.length] = typeof key === "string" ? intern(key) : key;
  }
  const only = path[0];
  if (only === undefined) return (element) => element;
  if (path.length > 1) return (element) => readPath(element as JsonObject, path);
  return (element) =>
    typeof element === "object" && element !== null ? (element as JsonObject)[only] : undefined;
}

function textTest(
  method: MethodName,
  read: ReadElement | undefined,
  argument: Expr | undefined,
): ElementTest | undefined {
  if (read === undefined || argument?.kind !== "literal" || typeof argument.value !== "string")
    return undefined;
  const part = intern(argument.value);
  switch (method) {
    case "includes":
      return (element, _, scope) => {
        const text = read(element);
        return typeof text === "string" && (payForText(text, scope), includes(text, part));
      };
    case "startsWith":
      return (element, _, scope) => {
        const text = read(element);
        return typeof text === "string" && (payForText(text, scope), startsWith(text, part));
      };
    case "endsWith":
      return (element, _, scope) => {
        const text = read(element);
        return typeof text === "string" && (payForText(text, scope), endsWith(text, part));
      };
    default:
      return undefined;
  }
}

function comparison(
  operator: CompareOperator,
  left: Expr,
  right: Expr,
  variables: Variables,
): ElementTest | undefined {
  if (operator === "in") return membership(left, right, variables);
  if (right.kind !== "literal")
    return left.kind === "literal" ? comparison(mirrored[operator], right, left, variables) : undefined;
  if (isLong(right.value)) return undefined;
  const read = elementPath(left, variables);
  const constant = typeof right.value === "string" ? intern(right.value) : right.value;
  switch (operator) {
    case "==":
      return valueTest(read, isConstant(constant));
    case "!=": {
      const is = isConstant(constant);
      return valueTest(read, (value) => !is(value));
    }
    case "<":
      return valueTest(read, (value) => less(value, constant));
    case "<=":
      return valueTest(read, (value) => lessOrEqual(value, constant));
    case ">":
      return valueTest(read, (value) => less(constant, value));
    case ">=":
      return valueTest(read, (value) => lessOrEqual(constant, value));
  }
}

/** The element, or a path in it, beside a path of the event. */
function equality(
  { operator, left, right }: Extract<Expr, { kind: "compare" }>,
  variables: Variables,
  general: General,
): ElementTest | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  const read = elementPath(left, variables);
  if (read === undefined || eventPath(right, variables) === undefined) return undefined;
  const other = general.value(right, variables);
  const wanted = operator === "==";
  return (element, event, scope) => {
    const value = read(element);
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

function membership(left: Expr, right: Expr, variables: Variables): ElementTest | undefined {
  if (right.kind !== "list") return undefined;
  for (let i = 0; i < right.items.length; i++) {
    const item = right.items[i] as Expr;
    if (item.kind !== "literal" || isLong(item.value)) return undefined;
  }
  const among = amongConstants(right.items);
  return among === undefined ? undefined : valueTest(elementPath(left, variables), among);
}

/** Comparing with it costs steps, which only the general form spends: two strings of one length pay by length. */
function isLong(value: JsonValue): boolean {
  return typeof value === "string" && value.length >= limits.textPerStep;
}

import type { CompareOperator, Expr, MethodName } from "../ast.js";
import type { JsonValue } from "../json-value.js";
import { limits } from "../limits.js";
import { isList, lookup } from "../lookup.js";
import type { Value } from "../lookup.js";
import { patternOf } from "./checked.js";
import { isBoolean } from "./node.js";
import type { Pattern } from "./pattern.js";
import { spend } from "./scope.js";
import type { Scope } from "./scope.js";
import {
  equal,
  isMember,
  less,
  lessOrEqual,
  payForText,
  payForTexts,
  size,
  sizeInLoop,
  truth,
} from "./values.js";

/** A node, ready to run. */
export type Evaluate<T> = (event: Value, scope: Scope) => T;

/** What encloses the node: the variables of `any` and `all`, outermost first. */
type Variables = readonly string[];

/** Closures for the truth of a node: the general form, which takes any event. */
export function compileTruth(node: Expr, variables: Variables): Evaluate<boolean> {
  switch (node.kind) {
    case "not": {
      const operand = compileTruth(node.operand, variables);
      return (event, scope) => !operand(event, scope);
    }
    case "truth":
      return compileTruth(node.operand, variables);
    case "and":
      return node.operands
        .map((operand) => compileTruth(operand, variables))
        .reduceRight((rest, first) => (event, scope) => first(event, scope) && rest(event, scope));
    case "or":
      return node.operands
        .map((operand) => compileTruth(operand, variables))
        .reduceRight((rest, first) => (event, scope) => first(event, scope) || rest(event, scope));
    case "compare":
      return compileCompare(node.operator, node.left, node.right, variables);
    case "has": {
      const target = compileValue(node.target, variables);
      return (event, scope) => target(event, scope) !== undefined;
    }
    case "any":
    case "all":
      return compileLoop(node, variables);
    case "call":
      if (isBoolean(node)) return compileTest(node, variables);
      break;
    case "literal":
    case "list":
    case "name":
    case "member":
      break;
  }
  const value = compileValue(node, variables);
  return (event, scope) => truth(value(event, scope));
}

/** Closures for the value of a node. */
export function compileValue(node: Expr, variables: Variables): Evaluate<Value> {
  switch (node.kind) {
    case "literal": {
      const { value } = node;
      return () => value;
    }
    case "list": {
      const items = node.items.map((item) => compileValue(item, variables));
      // A missing item is null: lists hold values.
      return (event, scope) => items.map((item): JsonValue => item(event, scope) ?? null);
    }
    case "name": {
      const { name } = node;
      const variable = variables.lastIndexOf(name);
      return variable < 0 ? (event) => lookup(event, name) : (_, scope) => scope.variables[variable];
    }
    case "member": {
      const object = compileValue(node.object, variables);
      const { key } = node;
      return (event, scope) => lookup(object(event, scope), key);
    }
    case "call":
      if (!isBoolean(node))
        return compileConversion(node.method, compileValue(node.object, variables), variables.length > 0);
      return compileTruth(node, variables);
    default:
      return compileTruth(node, variables);
  }
}

function compileCompare(
  operator: CompareOperator,
  leftNode: Expr,
  rightNode: Expr,
  variables: Variables,
): Evaluate<boolean> {
  const left = compileValue(leftNode, variables);
  if (operator === "in" && rightNode.kind === "list") return compileChoice(left, rightNode.items, variables);
  const right = compileValue(rightNode, variables);
  const test = comparison(operator);
  if (variables.length === 0 || operator === "in") {
    return (event, scope) => test(left(event, scope), right(event, scope), scope);
  }
  return (event, scope) => {
    const a = left(event, scope);
    const b = right(event, scope);
    payForTexts(a, b, scope);
    return test(a, b, scope);
  };
}

function comparison(operator: CompareOperator): (left: Value, right: Value, scope: Scope) => boolean {
  switch (operator) {
    case "==":
      return (left, right, scope) => equal(left, right, scope);
    case "!=":
      return (left, right, scope) => !equal(left, right, scope);
    case "<":
      return less;
    case "<=":
      return lessOrEqual;
    case ">":
      return (left, right) => less(right, left);
    case ">=":
      return (left, right) => lessOrEqual(right, left);
    case "in":
      return isMember;
  }
}

/** `left in [a, b]`: the list is as long as the source says, so its elements cost nothing. */
function compileChoice(
  left: Evaluate<Value>,
  nodes: readonly Expr[],
  variables: Variables,
): Evaluate<boolean> {
  const items = nodes.map((node) => compileValue(node, variables));
  const inLoop = variables.length > 0;
  return (event, scope) => {
    const value = left(event, scope);
    return items.some((node) => {
      const item = node(event, scope);
      if (inLoop) payForTexts(value, item, scope);
      return equal(value, item, scope);
    });
  };
}

function compileLoop(node: Extract<Expr, { kind: "any" | "all" }>, variables: Variables): Evaluate<boolean> {
  const list = compileValue(node.object, variables);
  const body = compileTruth(node.body, [...variables, node.variable]);
  const slot = variables.length;
  const stop = node.kind === "any";
  return (event, scope) => {
    const items = list(event, scope);
    if (!isList(items)) return false;
    for (let i = 0; i < items.length; i++) {
      spend(scope, 1);
      scope.variables[slot] = lookup(items, i);
      if (body(event, scope) === stop) return stop;
    }
    return !stop;
  };
}

function compileTest(node: Extract<Expr, { kind: "call" }>, variables: Variables): Evaluate<boolean> {
  const { method } = node;
  const object = compileValue(node.object, variables);
  const pattern = patternOf(node);
  if (pattern !== null) return compilePattern(object, pattern);
  const [argumentNode] = node.args;
  if (argumentNode === undefined) throw new TypeError(`\`${method}\` without an argument`);
  const argument = compileValue(argumentNode, variables);
  const test = textTest(method);
  const inLoop = variables.length > 0;
  return (event, scope) => {
    const text = object(event, scope);
    const part = argument(event, scope);
    if (typeof text !== "string" || typeof part !== "string") return false;
    if (inLoop) payForText(text, scope);
    return test(text, part);
  };
}

function textTest(method: MethodName): (text: string, part: string) => boolean {
  switch (method) {
    case "includes":
      return (text, part) => text.includes(part);
    case "startsWith":
      return (text, part) => text.startsWith(part);
    case "endsWith":
      return (text, part) => text.endsWith(part);
    default:
      // INVARIANT: the AST was checked, so a call of `matches` or `glob` has its pattern.
      throw new TypeError(`\`${method}\` is no test of two texts`);
  }
}

function compilePattern(object: Evaluate<Value>, pattern: Pattern): Evaluate<boolean> {
  return (event, scope) => {
    const text = object(event, scope);
    if (typeof text !== "string") return false;
    spend(scope, Math.floor((text.length * pattern.size) / limits.patternWorkPerStep));
    return pattern.test(text);
  };
}

function compileConversion(method: MethodName, object: Evaluate<Value>, inLoop: boolean): Evaluate<Value> {
  if (method === "size") {
    return (event, scope) => {
      const value = object(event, scope);
      return inLoop ? sizeInLoop(value, scope) : size(value);
    };
  }
  const convert = conversion(method);
  return (event, scope) => {
    const text = object(event, scope);
    if (typeof text !== "string") return undefined;
    if (inLoop) payForText(text, scope);
    return convert(text);
  };
}

function conversion(method: MethodName): (text: string) => string {
  switch (method) {
    case "lower":
      return (text) => text.toLowerCase();
    case "upper":
      return (text) => text.toUpperCase();
    default:
      return (text) => text.trim();
  }
}

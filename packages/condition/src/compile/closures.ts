import type { CompareOperator, Expr, MethodName } from "../ast.js";
import {
  endsWith,
  floor,
  includes,
  startsWith,
  toLowerCase,
  toUpperCase,
  trim,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import type { JsonValue } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { foldRight, mapList, part, some } from "@gatehouse-hooks/json/intrinsics";
import { isSealedEvent, lookup } from "@gatehouse-hooks/json/values";
import type { Value } from "@gatehouse-hooks/json";
import { pathGlobOf, patternOf } from "./checked.js";
import { eventPath, innermost } from "./evaluate.js";
import type { Evaluate, General, LoopVariables } from "./evaluate.js";
import { valueAtPath } from "./fused/value-at-path.js";
import { compileLoop } from "./loop.js";
import { argumentOf, isBoolean } from "./node.js";
import type { PathMethod } from "./paths/path-glob-result.js";
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

/** Closures for the truth of a node: the general form, which takes any event. */
export function compileTruth(node: Expr, variables: LoopVariables): Evaluate<boolean> {
  switch (node.kind) {
    case "not": {
      const operand = compileTruth(node.operand, variables);
      return (event, scope) => !operand(event, scope);
    }
    case "truth":
      return compileTruth(node.operand, variables);
    case "and":
      return chain(
        node.operands,
        variables,
        (first, rest) => (event, scope) => first(event, scope) && rest(event, scope),
      );
    case "or":
      return chain(
        node.operands,
        variables,
        (first, rest) => (event, scope) => first(event, scope) || rest(event, scope),
      );
    case "compare":
      return compileCompare(node.operator, node.left, node.right, variables);
    case "has": {
      const target = compileValue(node.target, variables);
      return (event, scope) => target(event, scope) !== undefined;
    }
    case "any":
    case "all":
      return compileLoop(node, variables, general);
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

const general: General = { truth: compileTruth, value: compileValue };

/** From the end: each operand with what follows it. */
function chain(
  operands: readonly Expr[],
  variables: LoopVariables,
  link: (first: Evaluate<boolean>, rest: Evaluate<boolean>) => Evaluate<boolean>,
): Evaluate<boolean> {
  const last = operands.length - 1;
  // INVARIANT: `and` and `or` have operands.
  const end = compileTruth(existing(operands[last]), variables);
  return foldRight(part(operands, 0, last), end, (rest, operand) =>
    link(compileTruth(operand, variables), rest),
  );
}

/** Closures for the value of a node. */
function compileValue(node: Expr, variables: LoopVariables): Evaluate<Value> {
  switch (node.kind) {
    case "literal": {
      const { value } = node;
      return () => value;
    }
    case "list": {
      const items = mapList(node.items, (item) => compileValue(item, variables));
      // A missing item is null: lists hold values.
      return (event, scope) => mapList(items, (item): JsonValue => item(event, scope) ?? null);
    }
    case "name": {
      const { name } = node;
      const variable = innermost(variables, name);
      if (variable >= 0) return (_, scope) => scope.variables[variable];
      return (event) => (isSealedEvent(event) ? event[name] : lookup(event, name));
    }
    case "member": {
      const object = compileValue(node.object, variables);
      const { key } = node;
      const path = eventPath(node, variables);
      if (path === undefined) return (event, scope) => lookup(object(event, scope), key);
      return (event, scope) =>
        isSealedEvent(event) ? valueAtPath(event, path) : lookup(object(event, scope), key);
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
  variables: LoopVariables,
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
  variables: LoopVariables,
): Evaluate<boolean> {
  const items = mapList(nodes, (node) => compileValue(node, variables));
  const inLoop = variables.length > 0;
  return (event, scope) => {
    const value = left(event, scope);
    return some(items, (node) => {
      const item = node(event, scope);
      if (inLoop) payForTexts(value, item, scope);
      return equal(value, item, scope);
    });
  };
}

function compileTest(node: Extract<Expr, { kind: "call" }>, variables: LoopVariables): Evaluate<boolean> {
  const { method } = node;
  const object = compileValue(node.object, variables);
  const pattern = patternOf(node);
  if (pattern !== null) return compilePattern(object, pattern);
  const glob = pathGlobOf(node);
  if (glob !== null)
    return (event, scope) => glob.asks(method as PathMethod, object(event, scope), scope, spend);
  const argumentNode = argumentOf(node);
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
      return (text, part) => includes(text, part);
    case "startsWith":
      return (text, part) => startsWith(text, part);
    case "endsWith":
      return (text, part) => endsWith(text, part);
    default:
      // INVARIANT: the AST was checked, so a call of `matches` or `glob` has its pattern.
      throw new TypeError(`\`${method}\` is no test of two texts`);
  }
}

function compilePattern(object: Evaluate<Value>, pattern: Pattern): Evaluate<boolean> {
  return (event, scope) => testPattern(pattern, object(event, scope), scope);
}

/** SPEC, "Methods", `matches` and `glob`. */
export function testPattern(pattern: Pattern, text: Value, scope: Scope): boolean {
  if (typeof text !== "string") return false;
  spend(scope, floor((text.length * pattern.size) / limits.patternWorkPerStep));
  return pattern.test(text);
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
      return (text) => toLowerCase(text);
    case "upper":
      return (text) => toUpperCase(text);
    default:
      return (text) => trim(text);
  }
}

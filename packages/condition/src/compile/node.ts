import type { Expr } from "../ast.js";
import { shapeOf } from "./methods.js";

/** Whether this node is true or false for every event. Then it is its own truth value. */
export function isBoolean(node: Expr): boolean {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "boolean";
    case "call":
      return shapeOf(node.method)?.boolean === true;
    case "name":
    case "member":
    case "list":
      return false;
    default:
      return true;
  }
}

/** The first argument of a call, undefined without one: never what an empty list inherits. */
export function argumentOf({ args }: Extract<Expr, { kind: "call" }>): Expr | undefined {
  return args.length === 0 ? undefined : args[0];
}

/** The second argument of a call, undefined without one. */
export function exceptOf({ args }: Extract<Expr, { kind: "call" }>): Expr | undefined {
  return args.length < 2 ? undefined : args[1];
}

/** No method has more than two arguments. */
function belowCall(object: Expr, argument: Expr | undefined, except: Expr | undefined): readonly Expr[] {
  if (argument === undefined) return [object];
  return except === undefined ? [object, argument] : [object, argument, except];
}

/** The nodes directly below, left to right. */
export function childrenOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case "literal":
    case "name":
      return [];
    case "list":
      return node.items;
    case "member":
      return [node.object];
    case "call":
      return belowCall(node.object, argumentOf(node), exceptOf(node));
    case "any":
    case "all":
      return [node.object, node.body];
    case "has":
      return [node.target];
    case "truth":
    case "not":
      return [node.operand];
    case "and":
    case "or":
      return node.operands;
    case "compare":
      return [node.left, node.right];
  }
}

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

/** No method has more than one argument. */
function belowCall(object: Expr, argument: Expr | undefined): readonly Expr[] {
  return argument === undefined ? [object] : [object, argument];
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
      return belowCall(node.object, argumentOf(node));
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

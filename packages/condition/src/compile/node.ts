import type { Expr } from "../ast.js";
import { isMethod, methods } from "./methods.js";

/** Does this node give true or false, whatever the event is? Then it is its own truth value. */
export function isBoolean(node: Expr): boolean {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "boolean";
    case "call":
      return isMethod(node.method) && methods.get(node.method)?.boolean === true;
    case "name":
    case "member":
    case "list":
      return false;
    default:
      return true;
  }
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
      return [node.object, ...node.args];
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

import type { Expr } from "../ast.js";
import { every, some } from "@gatehouse-hooks/json/intrinsics";
import { shapeOf } from "./methods.js";
import { childrenOf, isBoolean } from "./node.js";

/** Whether an evaluation may run out of budget here. Only what spends from it does (SPEC, "Budget"). */
export function mayFail(node: Expr): boolean {
  switch (node.kind) {
    case "literal":
    case "name":
      return false;
    case "any":
    case "all":
      return true;
    case "call":
      if (shapeOf(node.method)?.pattern !== null) return true;
      break;
    case "compare":
      if (comparesContent(node)) return true;
      break;
    default:
  }
  return some(childrenOf(node), mayFail);
}

/** Can both sides be a list or an object? */
function comparesContent({ operator, left, right }: Extract<Expr, { kind: "compare" }>): boolean {
  switch (operator) {
    case "==":
    case "!=":
      return !isScalar(left) && !isScalar(right);
    case "in":
      return right.kind !== "list" || (!isScalar(left) && !every(right.items, isScalar));
    default:
      return false;
  }
}

function isScalar(node: Expr): boolean {
  return node.kind === "literal" || isBoolean(node);
}

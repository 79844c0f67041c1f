import type { Expr } from "../ast.js";
import { newList, some, existing } from "@gatehouse-hooks/json/intrinsics";
import { compileTruth } from "./closures.js";
import { mayFail } from "./may-fail.js";
import { childrenOf } from "./node.js";
import { newScope } from "./scope.js";

/**
 * Whether a condition has the same outcome for every event, as far as that is seen through `&&`, `||` and `!`; `null` when it depends.
 *
 * @param ast checked (of `parse` or `readAst`)
 */
export function constantOf(ast: Expr): "always" | "never" | null {
  const truth = constantTruth(ast);
  return truth === undefined ? null : truth ? "always" : "never";
}

const noVariables: readonly string[] = newList();

/** The truth of a node that no event changes. */
function constantTruth(node: Expr): boolean | undefined {
  switch (node.kind) {
    case "and":
    case "or": {
      // A part that may run out of budget decides before the parts after it.
      const stop = node.kind === "or";
      let unknown = false;
      for (let i = 0; i < node.operands.length; i++) {
        const operand = existing(node.operands[i]);
        const known = constantTruth(operand);
        if (known === stop) return stop;
        if (known === undefined && mayFail(operand)) return undefined;
        unknown ||= known === undefined;
      }
      return unknown ? undefined : !stop;
    }
    case "not": {
      const known = constantTruth(node.operand);
      return known === undefined ? undefined : !known;
    }
    case "truth":
      return constantTruth(node.operand);
    default:
      return readsEvent(node) ? undefined : valueWithoutEvent(node);
  }
}

function readsEvent(node: Expr): boolean {
  return node.kind === "name" || some(childrenOf(node), readsEvent);
}

function valueWithoutEvent(node: Expr): boolean | undefined {
  try {
    return compileTruth(node, noVariables)({}, newScope());
  } catch {
    return undefined;
  }
}

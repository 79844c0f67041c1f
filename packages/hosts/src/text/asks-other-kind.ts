import type { Expr } from "@gatehouse-hooks/condition";
import { childNodes } from "./placed-paths.js";

/**
 * Whether a condition may require a kind of tool that is not among these. What `analyze` knows takes ten times longer than this
 * look, and has nothing to add where every kind that is asked for is there.
 */
export function asksOtherKind(node: Expr, kinds: ReadonlySet<unknown>): boolean {
  // INVARIANT: recursion is bounded, the parser limits how deep an AST is.
  if (node.kind === "compare" && ["==", "!=", "in"].includes(node.operator)) {
    const { left, right } = node;
    if (isKind(left)) return !isAmong(right, kinds);
    if (isKind(right)) return !isAmong(left, kinds);
  }
  // Its elements may be asked for their kind under a name of their own.
  if ((node.kind === "any" || node.kind === "all") && isTool(node.object)) return true;
  return isKind(node) || childNodes(node).some((child) => asksOtherKind(child, kinds));
}

function isKind(node: Expr): boolean {
  return node.kind === "member" && node.key === "kind" && isTool(node.object);
}

function isTool(node: Expr): boolean {
  return node.kind === "name" && node.name === "tool";
}

function isAmong(node: Expr, kinds: ReadonlySet<unknown>): boolean {
  if (node.kind === "list") return node.items.every((item) => isAmong(item, kinds));
  return node.kind === "literal" && kinds.has(node.value);
}

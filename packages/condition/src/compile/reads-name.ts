import type { Expr } from "../ast.js";
import { childrenOf } from "./node.js";

/**
 * Whether the condition reads the event's property of this name. The variable of an `any` or `all` is not one.
 *
 * @param ast checked (of `parse` or `readAst`)
 */
export function readsName(ast: Expr, name: string): boolean {
  if (ast.kind === "name") return ast.name === name;
  const children = childrenOf(ast);
  for (let i = 0; i < children.length; i++) {
    const child = children[i] as Expr;
    const isBody = (ast.kind === "any" || ast.kind === "all") && child === ast.body;
    if (isBody && ast.variable === name) continue;
    if (readsName(child, name)) return true;
  }
  return false;
}

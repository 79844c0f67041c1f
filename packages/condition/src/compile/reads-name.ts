import type { Expr } from "../ast.js";
import { existing } from "@gatehouse-hooks/json/intrinsics";
import { argumentOf } from "./node.js";

/**
 * Whether the condition reads the event's property of this name. The variable of an `any` or `all` is not one. Asked of every policy
 * that is compiled, so it makes no lists.
 *
 * @param ast checked (of `parse` or `readAst`)
 */
export function readsName(ast: Expr, name: string): boolean {
  switch (ast.kind) {
    case "literal":
      return false;
    case "name":
      return ast.name === name;
    case "member":
      return readsName(ast.object, name);
    case "call":
      return callReads(ast, name);
    case "any":
    case "all":
      return loopReads(ast, name);
    case "has":
      return readsName(ast.target, name);
    case "truth":
    case "not":
      return readsName(ast.operand, name);
    case "compare":
      return readsName(ast.left, name) || readsName(ast.right, name);
    case "list":
      return oneReads(ast.items, name);
    case "and":
    case "or":
      return oneReads(ast.operands, name);
  }
}

function callReads(ast: Extract<Expr, { kind: "call" }>, name: string): boolean {
  const argument = argumentOf(ast);
  return readsName(ast.object, name) || (argument !== undefined && readsName(argument, name));
}

function loopReads(ast: Extract<Expr, { kind: "any" | "all" }>, name: string): boolean {
  return readsName(ast.object, name) || (ast.variable !== name && readsName(ast.body, name));
}

function oneReads(nodes: readonly Expr[], name: string): boolean {
  for (let at = 0; at < nodes.length; at++) if (readsName(existing(nodes[at]), name)) return true;
  return false;
}

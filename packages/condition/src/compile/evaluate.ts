import type { Value } from "@gatehouse-hooks/json";
import type { Expr } from "../ast.js";
import { plainPath } from "./fused/path-test.js";
import type { Scope } from "./scope.js";

/** A node, ready to run. */
export type Evaluate<T> = (event: Value, scope: Scope) => T;

/** What encloses the node: the variables of `any` and `all`, outermost first. */
export type LoopVariables = readonly string[];

/** The general form, which takes any event: it makes closures of every node. */
export interface General {
  readonly truth: (node: Expr, variables: LoopVariables) => Evaluate<boolean>;
  readonly value: (node: Expr, variables: LoopVariables) => Evaluate<Value>;
}

/** The place of the variable that the name means; -1 for a property of the event. */
export function innermost(variables: LoopVariables, name: string | number | undefined): number {
  let at = variables.length - 1;
  while (at >= 0 && variables[at] !== name) at--;
  return at;
}

/** The path of a node that starts at the event and whose keys are plain (`isPlainKey`). */
export function eventPath(node: Expr, variables: LoopVariables): readonly (string | number)[] | undefined {
  const path = plainPath(node);
  return path !== undefined && innermost(variables, path[0]) < 0 ? path : undefined;
}

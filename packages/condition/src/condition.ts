import type { Expr } from "./ast.js";
import type { Issue } from "@gatehouse-hooks/json";
import { parse } from "./parse/parse.js";
import type { ParseOptions } from "./parse/parse.js";

/** A condition as policies keep it: the text for people, the AST for the engine. */
export interface ConditionSource {
  readonly text: string;
  /** `null` when the text did not parse. */
  readonly ast: Expr | null;
}

/** The text with its AST, ready to be stored in a policy, and what is wrong with it. Never throws. */
export function condition(
  text: string,
  options?: ParseOptions,
): {
  readonly condition: ConditionSource;
  readonly issues: readonly Issue[];
} {
  const { ast, issues } = parse(text, options);
  return { condition: { text, ast }, issues };
}

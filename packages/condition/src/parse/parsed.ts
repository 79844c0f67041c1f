import type { Issue } from "@gatehouse-hooks/json";
import type { Expr } from "../ast.js";

/** What `parse` answers: the AST, or `null` when an issue is an error. Warnings come with an AST. */
export interface Parsed {
  readonly ast: Expr | null;
  readonly issues: readonly Issue[];
}

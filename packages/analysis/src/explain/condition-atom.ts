import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { Condition } from "@gatehouse-hooks/engine";

/** A test that `&&`, `||` and `!` of a policy's matcher and condition join. */
export interface ConditionAtom {
  /** The part of the policy that holds it. */
  readonly part: "matcher" | "condition";
  /** What the author wrote. */
  readonly text: string;
  readonly node: Expr;
}

/** What the author wrote; the whole condition where a stored AST does not know its place in it. */
export function textOfNode({ text }: Condition, { span: [start, end] }: Expr): string {
  const own = end <= text.length ? text.slice(start, end).trim() : "";
  return own === "" ? text.trim() : own;
}

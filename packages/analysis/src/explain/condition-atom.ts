import type { Expr } from "@gatehouse-hooks/condition/analysis";

/** A test that `&&`, `||` and `!` of a policy's matcher and condition join. */
export interface ConditionAtom {
  /** The part of the policy that holds it. */
  readonly part: "matcher" | "condition";
  /** What the author wrote. */
  readonly text: string;
  readonly node: Expr;
}

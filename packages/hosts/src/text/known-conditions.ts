import type { Expr } from "@gatehouse-hooks/condition/compile";

/** Conditions that need not be parsed. */
export interface KnownConditions {
  /** What `parse` with strict escapes makes of a condition that has no issues, where that is known. */
  readonly parsed?: ((condition: string) => Expr | undefined) | undefined;
}

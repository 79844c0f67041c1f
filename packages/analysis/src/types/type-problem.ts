import type { Expr } from "@gatehouse-hooks/condition/analysis";
import type { ValueType } from "./value-type.js";

/** What is wrong with a part of a condition, given the types of what it reads. */
export interface TypeProblem {
  readonly code: "unknown-field" | "type-mismatch" | "unknown-value" | "letter-case" | "unknown-tool";
  readonly message: string;
  readonly cure: string;
}

/** Types of names, and where what is found goes. */
export interface TypeScope {
  readonly event: ValueType;
  readonly variables: ReadonlyMap<string, ValueType>;
  /** What a condition comes to, as far as the event's kind and tool tell. */
  readonly truth: (node: Expr) => boolean | undefined;
  /** Called once for each part that is looked at; `null`: nothing is wrong with it. */
  readonly note: (node: Expr, problem: TypeProblem | null) => void;
}

import type { Expr, Span } from "@gatehouse-hooks/condition/analysis";
import type { ValueType } from "./value-type.js";
import type { Policy } from "@gatehouse-hooks/engine";

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

/** A part of a policy's condition that comes out the same whatever the event, and why. */
export interface TypeFinding extends TypeProblem {
  readonly policy: Policy;
  /** Which of the policy's conditions it is in, and where: UTF-16 code units of its text. */
  readonly in: "matcher" | "condition";
  readonly span: Span;
}

/** What was found, and what could not be checked. */
export interface CheckedTypes {
  readonly findings: readonly TypeFinding[];
  /** Tools whose arguments a policy reads, and nothing is known of. */
  readonly untyped: readonly { readonly policy: Policy; readonly tool: string }[];
}

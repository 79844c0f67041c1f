import type { Span } from "@gatehouse-hooks/condition/analysis";
import type { Policy } from "@gatehouse-hooks/engine";
import type { TypeProblem } from "./type-problem.js";

/** A part of a policy's condition that comes out the same whatever the event, and why. */
export interface TypeFinding extends TypeProblem {
  readonly policy: Policy;
  /** Which of the policy's conditions it is in, and where: UTF-16 code units of its text. */
  readonly in: "matcher" | "condition";
  readonly span: Span;
}

/** What was found, and what could not be looked at. */
export interface CheckedTypes {
  readonly findings: readonly TypeFinding[];
  /** Tools whose arguments a policy reads, and nothing is known of. */
  readonly untyped: readonly { readonly policy: Policy; readonly tool: string }[];
}

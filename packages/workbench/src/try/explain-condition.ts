import { compile, type Outcome } from "@gatehouse-hooks/condition/compile";
import type { Condition, Event } from "@gatehouse-hooks/engine";

/** A part of a condition that must hold, and whether it does. */
export interface ConditionPart {
  readonly text: string;
  readonly outcome: Outcome;
}

/** Whether a condition holds, and which of its parts does not. */
export interface Explained {
  /** `"unparsed"`: it does not parse, so the policy applies always. */
  readonly outcome: Outcome | "unparsed";
  /** The operands of a condition joined by `&&`; otherwise the whole. */
  readonly parts: readonly ConditionPart[];
}

/** Evaluates a condition part by part. */
export function explainCondition({ text, ast }: Condition, event: Event): Explained {
  if (ast === null) return { outcome: "unparsed", parts: [] };
  const operands = ast.kind === "and" ? ast.operands : [ast];
  return {
    outcome: compile(ast)(event),
    parts: operands.map((operand) => ({
      text: text.slice(...operand.span).trim(),
      outcome: compile(operand)(event),
    })),
  };
}

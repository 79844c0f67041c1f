import { compile, type Expr } from "@gatehouse-hooks/condition/compile";
import type { Event } from "../event.js";
import { readsFacts } from "./reads-facts.js";

/** The outcome of a test where facts are missing: what does not depend on them is decided. */
export type OutcomeWithoutFacts = boolean | "over-budget" | "no-facts";

/**
 * Evaluates a condition for an event whose facts cannot be derived. It fails, unless what does not read facts decides: a false part of
 * an `&&`, a true one of an `||`.
 */
export function withoutFacts(node: Expr, event: Event): OutcomeWithoutFacts {
  switch (node.kind) {
    case "truth":
      return withoutFacts(node.operand, event);
    case "not": {
      const outcome = withoutFacts(node.operand, event);
      return typeof outcome === "boolean" ? !outcome : outcome;
    }
    case "and":
    case "or": {
      const stop = node.kind === "or";
      const outcomes = node.operands.map((operand) => withoutFacts(operand, event));
      if (outcomes.includes(stop)) return stop;
      return outcomes.find((outcome) => typeof outcome !== "boolean") ?? !stop;
    }
    default:
      return readsFacts(node) ? "no-facts" : compile(node)(event);
  }
}

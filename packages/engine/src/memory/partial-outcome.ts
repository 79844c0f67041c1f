import { compile, type Expr, type Outcome } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";

/** What a test reads and is not there: derived facts, or what is remembered. */
type Missing = "no-facts" | "no-memory";

/** The outcome of a test, some of what it reads being missing: what does not depend on that is decided. */
export type PartlyKnown = Outcome | Missing;

/**
 * Evaluates a condition where something that is derived is missing. It fails, unless what does not read that decides: a false part
 * of an `&&`, a true one of an `||`.
 *
 * @param missing what a part that is neither `&&`, `||` nor `!` reads and is not there; `null` for nothing
 */
export function partly(node: Expr, event: JsonValue, missing: (node: Expr) => Missing | null): PartlyKnown {
  switch (node.kind) {
    case "truth":
      return partly(node.operand, event, missing);
    case "not": {
      const outcome = partly(node.operand, event, missing);
      return typeof outcome === "boolean" ? !outcome : outcome;
    }
    case "and":
    case "or": {
      const stop = node.kind === "or";
      const outcomes = node.operands.map((operand) => partly(operand, event, missing));
      if (outcomes.includes(stop)) return stop;
      return outcomes.find((outcome) => typeof outcome !== "boolean") ?? !stop;
    }
    default:
      return missing(node) ?? compile(node)(event);
  }
}

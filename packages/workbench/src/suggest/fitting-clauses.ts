import { compile, type Expr, parse, print } from "@gatehouse-hooks/condition";
import { redact } from "@gatehouse-hooks/redact";
import type { ProblemKind } from "@gatehouse-hooks/logs/replay";
import { clauseCandidates } from "./clause-candidates.js";
import type { FactEvent } from "./fact-event.js";

/** A clause that is true for the events that are to change, and false for those that must stay. */
export interface FittingClause {
  readonly ast: Expr;
  readonly text: string;
}

/** What is asked of a clause. */
interface ClauseQuestion {
  readonly problem: ProblemKind;
  readonly tool: string | null;
  /** At least one. */
  readonly wanted: readonly FactEvent[];
  readonly others: readonly FactEvent[];
}

/** Clauses that tell the events apart, the narrowest first. A clause that would show a secret is none. */
export function fittingClauses({ problem, tool, wanted, others }: ClauseQuestion): readonly FittingClause[] {
  return clauseCandidates(problem, wanted, tool).flatMap((candidate) => {
    const text = print(candidate);
    // What counts is what a file would say.
    const { ast } = parse(text);
    if (ast === null || redact(text) !== text) return [];
    const holds = compile(ast);
    const fits =
      wanted.every((event) => holds(event) === true) && others.every((event) => holds(event) === false);
    return fits ? [{ ast, text }] : [];
  });
}

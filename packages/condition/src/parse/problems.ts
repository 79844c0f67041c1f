import type { Issue } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { position } from "@gatehouse-hooks/json";

/** A problem with its offset; the line and column are found when it is reported. */
export interface SyntaxProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly cure?: string;
}

/** The problems as issues, by offset: the first 20, errors before warnings, since an AST is missing for an error only. */
export function toIssues(text: string, problems: readonly SyntaxProblem[]): readonly Issue[] {
  if (problems.length === 0) return [];
  const byOffset = problems.toSorted((a, b) => a.offset - b.offset);
  const errors = byOffset.filter(({ severity }) => severity === "error").slice(0, limits.issues);
  let room = limits.issues - errors.length;
  return byOffset
    .filter((one) => (one.severity === "error" ? errors.includes(one) : room-- > 0))
    .map(({ offset, ...problem }) => ({ ...problem, ...position(text, offset) }));
}

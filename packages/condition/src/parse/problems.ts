import type { Issue } from "../issue.js";
import { limits } from "../limits.js";
import { position } from "../position.js";

/** A problem with its offset; the line and column are found when it is reported. */
export interface Problem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly cure?: string;
}

/** The problems as issues, by offset; the first 20. */
export function toIssues(text: string, problems: readonly Problem[]): readonly Issue[] {
  if (problems.length === 0) return [];
  return problems
    .toSorted((a, b) => a.offset - b.offset)
    .slice(0, limits.issues)
    .map(({ offset, ...problem }) => ({ ...problem, ...position(text, offset) }));
}

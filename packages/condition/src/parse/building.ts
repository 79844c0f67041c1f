import type { Expr } from "../ast.js";
import type { PatternMethod } from "./escapes.js";
import type { SyntaxProblem } from "./problems.js";
import type { ForeignWord } from "./suspicions.js";

/** What one parse collects. */
export interface Building {
  readonly problems: SyntaxProblem[];
  /** Boolean nodes in parentheses: those stay one operand. */
  readonly grouped: Set<Expr>;
  /** The number of `any` and `all`. */
  loops: number;
  /** Names that are words of other languages. */
  readonly words: ForeignWord[];
  /** Where the string literals start that are patterns, and whose. */
  readonly patterns: Map<number, PatternMethod>;
  /** Whether a method of path facts is called. */
  asksPaths: boolean;
}

export function newBuilding(): Building {
  return { problems: [], grouped: new Set(), loops: 0, patterns: new Map(), words: [], asksPaths: false };
}

/** Adds an error. */
export function report(
  building: Building,
  code: string,
  message: string,
  offset: number,
  cure?: string,
): void {
  building.problems.push({
    severity: "error",
    code,
    message,
    offset,
    ...(cure === undefined ? {} : { cure }),
  });
}

/** Adds a warning. */
export function addWarning(
  building: Building,
  code: string,
  message: string,
  offset: number,
  cure: string,
): void {
  building.problems.push({ severity: "warning", code, message, offset, cure });
}

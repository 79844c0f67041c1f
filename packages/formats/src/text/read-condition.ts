import { parse } from "@gatehouse/condition";
import type { Condition } from "@gatehouse/engine";
import { findInvisible } from "./characters.js";
import type { Report } from "./report.js";

/** The most issues reported of one condition. */
const MAX_CONDITION_ISSUES = 5;

/**
 * Parses a condition of a policy file. One that does not parse keeps its text with no AST: it applies always.
 *
 * @param within offset in the file of each character of the text
 * @param inForce what it means when the text does not parse, for the message
 */
export function readCondition(
  text: string,
  within: (offset: number) => number,
  report: Report,
  inForce: string,
): Condition {
  const { ast, issues } = parse(text);
  for (const issue of issues.slice(0, MAX_CONDITION_ISSUES)) {
    const error = issue.severity === "error";
    report.add(within(issue.offset ?? 0), {
      severity: issue.severity,
      code: error ? "condition-syntax" : issue.code,
      message: error ? `${issue.message}; ${inForce}` : issue.message,
      cure: issue.cure ?? "correct the condition",
    });
  }
  const found = findInvisible(text);
  if (found !== null) {
    report.add(within(found.offset), {
      severity: "warning",
      code: "invisible-character",
      message: `the condition holds the invisible character ${found.shown}`,
      cure: "remove it, or write it as an escape",
    });
  }
  return { text, ast };
}

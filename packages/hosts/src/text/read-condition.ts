import { type Expr, parse, type Parsed, type ParseOptions } from "@gatehouse-hooks/condition";
import type { Condition } from "@gatehouse-hooks/engine";
import { findInvisible } from "./characters.js";
import { fieldProblem, type ReadFrom } from "./field-problems.js";
import type { KnownConditions } from "../host-files.js";
import { placedPaths } from "./placed-paths.js";
import type { Problem, Report } from "./report.js";
import { toolProblem } from "./known-tools.js";
import { comparedTools, toolsOfCondition } from "./tools-of-condition.js";

/** The most warnings of a kind reported of one condition. */
const MAX_CONDITION_ISSUES = 5;

/** How a condition of a file is read. */
interface ConditionReading extends ParseOptions, KnownConditions {
  /** Offset in the file of each character of the text. */
  readonly within: (offset: number) => number;
  /** What it means when the text does not parse, for the message. */
  readonly inForce: string;
  /** The events and tools of the policy: what they do not carry is a warning. Absent: nothing is said. */
  readonly from?: ReadFrom;
  /** Names of tools that are the file's own. */
  readonly ownTools?: readonly string[];
  /** Offset in the file of what YAML took for a comment after the text. Asked for where the text does not parse. */
  readonly comment?: () => number | null;
  /** Conditions of the file that were parsed already, by their text: those of tools repeat. */
  readonly before?: Map<string, Parsed>;
}

/** Parses a condition of a policy file. One that does not parse keeps its text with no AST: it applies always. */
export function readCondition(
  text: string,
  report: Report,
  { within, inForce, from, ownTools = [], comment, escapes = "lenient", before, parsed }: ConditionReading,
): Condition {
  const known = parsed?.(text);
  const read =
    before?.get(text) ?? (known === undefined ? parse(text, { escapes }) : { ast: known, issues: [] });
  before?.set(text, read);
  const { ast, issues } = read;
  reportError(issues, report, { within, inForce, ...(comment && { comment }) });
  for (const issue of issues
    .filter(({ severity }) => severity === "warning")
    .slice(0, MAX_CONDITION_ISSUES)) {
    report.add(within(issue.offset ?? 0), {
      severity: "warning",
      code: issue.code,
      message: issue.message,
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
  if (ast !== null && from !== undefined) {
    for (const { offset, problem } of fieldProblems(ast, from, ownTools).slice(0, MAX_CONDITION_ISSUES)) {
      report.add(within(offset), problem);
    }
  }
  return { text, ast };
}

function reportError(
  issues: Parsed["issues"],
  report: Report,
  { within, inForce, comment }: Pick<ConditionReading, "within" | "inForce" | "comment">,
): void {
  const error = issues.find(({ severity }) => severity === "error");
  if (error === undefined) return;
  const commentAt = comment?.() ?? null;
  if (commentAt !== null) {
    report.add(commentAt, {
      code: "condition-syntax",
      message: `YAML takes what begins with \` #\` as a comment, and what is before it is not a condition; ${inForce}`,
      cure: "put the whole condition into single quotes",
    });
    return;
  }
  // What follows an error is often its consequence.
  report.add(within(error.offset ?? 0), {
    code: "condition-syntax",
    message: `${error.message}; ${inForce}`,
    cure: error.cure ?? "correct the condition",
  });
}

function fieldProblems(
  ast: Expr,
  from: ReadFrom,
  ownTools: readonly string[],
): readonly { offset: number; problem: Problem }[] {
  // For a path of an input alone: of a condition that excludes tools only the analysis knows them, which is slow.
  let known: Pick<ReadFrom, "tools"> | undefined;
  const about: ReadFrom = {
    ...from,
    get tools() {
      return (known ??= { tools: from.tools ?? toolsOfCondition(ast) }).tools;
    },
  };
  const found = [
    ...placedPaths(ast).map(({ path, offset }) => ({
      offset,
      problem: fieldProblem({ path }, about),
    })),
    ...comparedTools(ast).map(({ name, offset }) => ({
      offset,
      problem: ownTools.includes(name) ? null : toolProblem(name),
    })),
  ];
  const seen = new Set<string>();
  return found.flatMap(({ offset, problem }) => {
    if (problem === null || seen.has(problem.message)) return [];
    seen.add(problem.message);
    return [{ offset, problem }];
  });
}

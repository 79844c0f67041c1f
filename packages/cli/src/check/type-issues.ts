import { type CheckedTypes, checkTypes, type ToolTypes, type TypeFinding } from "@gatehouse-hooks/analysis";
import type { PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources } from "../print/excerpt.js";
import { placeInSource } from "./place-in-source.js";

/** What the types of events and tools say of the conditions of a set. */
export interface TypeIssues {
  readonly issues: readonly Issue[];
  readonly untyped: CheckedTypes["untyped"];
}

/**
 * Parts of conditions that come out the same for all values of the types that they read.
 *
 * @param known what loading has found: no field is told twice that it is missing
 */
export function typeIssues(
  set: PolicySet,
  tools: ToolTypes,
  known: readonly Issue[],
  sources: Sources,
): TypeIssues {
  const told = new Set(known.map(placeOf));
  const { findings, untyped } = checkTypes(set, tools);
  return {
    // What a pack of the program says is not for its reader to mend.
    issues: findings
      .filter(({ policy }) => policy.source?.pack === undefined)
      .map((finding) => issueOf(finding, sources))
      .filter((issue) => !told.has(placeOf(issue))),
    untyped,
  };
}

function issueOf({ policy, in: part, span, code, message, cure }: TypeFinding, sources: Sources): Issue {
  const { source } = policy;
  const text = policy[part]?.text ?? "";
  // Tools are written as a list: the names are there, without the quotes of the condition.
  const whole = part === "matcher" ? text.slice(span[0] + 1, span[1] - 1) : text;
  const place = part === "matcher" ? ([0, whole.length] as const) : span;
  const found =
    source === undefined
      ? undefined
      : placeInSource(sources.get(source.path), source.line ?? 1, whole, place);
  return {
    severity: "warning",
    code,
    message,
    ...(source !== undefined && {
      path: source.path,
      ...(found === undefined
        ? source.line !== undefined && { line: source.line }
        : { line: found.line, column: found.column }),
    }),
    cure,
  };
}

function placeOf({ path = "", line = 0, column = 0, code }: Issue): string {
  return JSON.stringify([path, line, column, code]);
}

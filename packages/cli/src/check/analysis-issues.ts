import { analyzePolicies, type PolicyFinding } from "@gatehouse-hooks/analysis";
import { exampleEvents } from "@gatehouse-hooks/facts";
import { textFieldsOf } from "@gatehouse-hooks/hosts";
import type { PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources } from "../print/excerpt.js";
import type { ShownIssue } from "../print/issues.js";
import { findingText } from "./finding-text.js";
import { placeOfPart, placeOfPolicy, type PolicyPosition } from "./place-of-policy.js";

/** What is known beside the set. */
export interface AnalysisIssuesOptions {
  /** What loading and compiling have found: no policy is told twice that it does nothing. */
  readonly known: readonly Issue[];
  /** The files, for the places in them. */
  readonly sources: Sources;
  /** Whether conflicts are reported. */
  readonly conflicts: boolean;
}

/**
 * Policies that never apply, never decide or repeat another one, whatever the event, and parts of conditions that never decide.
 * Where there is one with an event that shows it.
 */
export function analysisIssues(
  set: PolicySet,
  { known, sources, conflicts }: AnalysisIssuesOptions,
): readonly ShownIssue[] {
  const told = new Set(known.filter(({ code }) => SAME.has(code)).map(lineOf));
  return analyzePolicies(set, {
    textFields: textFieldsOf,
    examples: exampleEvents,
    conflicts,
  }).findings.flatMap((finding) => {
    const { policy } = finding;
    // What a pack of the program says of another is not for its reader to mend.
    if (policy.source?.pack !== undefined || told.has(lineOf({ ...policy.source, message: "" }))) return [];
    const place = placeOf(finding, sources);
    if (finding.kind === "never-sent" || place === undefined) return [];
    return [
      {
        severity: "warning",
        ...findingText(finding),
        ...place,
        ...("witness" in finding && { witness: finding.witness }),
      },
    ];
  });
}

/** Codes of compiling that say what the analysis would say again. */
const SAME: ReadonlySet<string> = new Set([
  "never-applies",
  "always-applies",
  "unreachable",
  "allow-never-wins",
  "condition-unparsed",
]);

function lineOf({ path, line, message }: Pick<Issue, "path" | "line" | "message">): string {
  return path === undefined ? message : `${path}:${line ?? 0}`;
}

/** Nothing for a part of a condition that no person wrote, and can mend. */
function placeOf(finding: PolicyFinding, sources: Sources): PolicyPosition | undefined {
  const { policy } = finding;
  const inCondition = (offset: number): PolicyPosition | undefined =>
    placeOfPart(policy, sources, { in: "condition", text: policy.condition?.text ?? "", offset });
  switch (finding.kind) {
    case "dead-part":
      return inCondition(finding.part.span[0]);
    case "always":
      return inCondition(0) ?? placeOfPolicy(policy, sources);
    default:
      return placeOfPolicy(policy, sources);
  }
}

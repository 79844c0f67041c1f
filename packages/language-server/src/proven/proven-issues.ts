import type { ToolTypes } from "@gatehouse-hooks/analysis";
import { compilePolicies, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources, ShownIssue } from "./with-column.js";
import { type UntypedTool, typeIssues } from "./type-issues.js";
import { analysisIssues } from "./analysis-issues.js";
import { cellIssues } from "./cell-issues.js";

/** What is known beside a set. */
export interface ProvenIssuesOptions {
  /** What loading and compiling have found: nothing is told twice. */
  readonly known: readonly Issue[];
  readonly tools: ToolTypes;
  /** Policies that a mistake keeps out of force: what their conditions read is checked, too. */
  readonly drafts?: readonly PolicyDefinition[];
  /** The files, for the places in them. */
  readonly sources: Sources;
  readonly conflicts: boolean;
  /** Told how many policies have been looked at, and how many there are. */
  readonly onPolicy?: (done: number, of: number) => void;
}

/** What was found, and the tools of which nothing is known. */
export interface ProvenIssues {
  readonly issues: readonly ShownIssue[];
  readonly untyped: readonly UntypedTool[];
}

/** What types say of conditions, and what policies cannot do; and the tools of which nothing is known. */
export function provenIssues(
  set: PolicySet,
  { known, tools, drafts = [], sources, conflicts, onPolicy }: ProvenIssuesOptions,
): ProvenIssues {
  const { findings: typed, issues, untyped } = typeIssues(set, { tools, known, sources });
  return {
    issues: [
      ...issues,
      ...(drafts.length === 0 ? [] : typeIssues(setOf(drafts), { tools, known, sources }).issues),
      ...analysisIssues(set, { known, tools, typed, sources, conflicts, ...(onPolicy && { onPolicy }) }),
      ...cellIssues(set, { known, tools, sources }),
    ],
    untyped,
  };
}

function setOf(policies: readonly PolicyDefinition[]): PolicySet {
  return compilePolicies({ policies, lost: [] }, { vocabulary: VOCABULARY }).set;
}

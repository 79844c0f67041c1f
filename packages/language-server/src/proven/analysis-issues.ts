import {
  analyzePolicies,
  type PolicyFinding,
  type ToolTypes,
  type TypeFinding,
} from "@gatehouse-hooks/analysis";
import { exampleEvents } from "@gatehouse-hooks/facts";
import type { PolicySet } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import type { Sources, ShownIssue } from "./with-column.js";
import { findingText } from "./finding-text.js";
import { placeOfPart, placeOfPolicy, type PolicyPosition } from "./place-of-policy.js";

/** What is known beside the set. */
interface AnalysisIssuesOptions {
  /** What loading and compiling have found: no policy is told twice that it does nothing. */
  readonly known: readonly Issue[];
  /** What is known of tools, and what that says of conditions: what follows from it is not told again. */
  readonly tools: ToolTypes;
  readonly typed: readonly TypeFinding[];
  /** The files, for the places in them. */
  readonly sources: Sources;
  /** Whether conflicts are reported. */
  readonly conflicts: boolean;
  /** Told how many policies have been looked at, and how many there are. */
  readonly onPolicy?: (done: number, of: number) => void;
}

/**
 * Policies that never apply, never decide or repeat another one, whatever the event, and parts of conditions that never decide.
 * Where there is one with an event that shows it.
 */
export function analysisIssues(
  set: PolicySet,
  { known, tools, typed, sources, conflicts, onPolicy }: AnalysisIssuesOptions,
): readonly ShownIssue[] {
  const told = new Set(known.filter(({ code }) => SAME.has(code)).map(lineOf));
  const { findings } = analyzePolicies(set, {
    tools,
    examples: exampleEvents,
    conflicts,
    ...(onPolicy && { onPolicy }),
  });
  return findings.flatMap((finding) => {
    const { policy } = finding;
    if ([policy, ...othersOf(finding)].some(isStandIn)) return [];
    // What a pack of the program says of another is not for its reader to mend.
    if (policy.source?.pack !== undefined || told.has(lineOf({ ...policy.source, message: "" }))) return [];
    if (typed.some((one) => one.policy === policy && follows(finding, one))) return [];
    const place = placeOf(finding, sources);
    if (finding.kind === "never-sent" || place === undefined) return [];
    return [
      {
        severity: "warning",
        ...findingText(finding),
        ...place,
        ...shownWitness(finding),
      },
    ];
  });
}

/** What replaces a lost policy was written by nobody: its own mistake is told, and whoever mends that has other policies. */
function isStandIn({ id, priority }: PolicyFinding["policy"]): boolean {
  return id.startsWith("load-error:") && priority === Number.MIN_SAFE_INTEGER;
}

/** The other policies that a finding is about. */
function othersOf(finding: PolicyFinding): readonly PolicyFinding["policy"][] {
  switch (finding.kind) {
    case "shadowed":
    case "never-wins":
      return finding.by;
    case "duplicate":
      return [finding.of];
    case "conflict":
      return [finding.winner];
    default:
      return [];
  }
}

/** Codes of compiling that say what the analysis would say again. */
const SAME: ReadonlySet<string> = new Set([
  "never-applies",
  "always-applies",
  "unreachable",
  "allow-never-wins",
  "condition-unparsed",
]);

/** The types of what a condition reads say already why it never holds. */
function follows(finding: PolicyFinding, { in: part, span: [start, end] }: TypeFinding): boolean {
  if (part === "matcher") return false;
  if (finding.kind === "never") return true;
  return finding.kind === "dead-part" && finding.part.span[0] <= start && end <= finding.part.span[1];
}

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

/** What is derived: no event comes with it. */
const THOUGHT = ["facts", "memory", "flows"] as const;

/** What an event is only thought to have is not shown as one that happens. */
function shownWitness(finding: PolicyFinding): Pick<ShownIssue, "witness"> {
  const witness = "witness" in finding ? finding.witness : undefined;
  return witness === undefined || THOUGHT.some((field) => witness[field] !== undefined) ? {} : { witness };
}

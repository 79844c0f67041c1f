import { analyzePolicies, type PolicyFinding, type ToolTypes } from "@gatehouse-hooks/analysis";
import type { Policy, PolicySet } from "@gatehouse-hooks/engine";
import type { Issue, JsonObject } from "@gatehouse-hooks/json";

/** What the analysis has proven, as issues of a file; where one can be given with an event that shows it. */
export interface AnalysisIssue extends Issue {
  readonly witness?: JsonObject;
}

/**
 * Policies that never apply, never get a say, or repeat another one, whatever the event.
 *
 * @param known what loading and compiling have found: no policy is told twice that it does nothing
 */
export function analysisIssues(
  set: PolicySet,
  known: readonly Issue[],
  tools: ToolTypes,
): readonly AnalysisIssue[] {
  const told = new Set(known.filter(({ code }) => SAME.has(code)).map(placeOf));
  return analyzePolicies(set, { tools }).findings.flatMap((finding) => {
    const issue = issueOf(finding);
    if (issue === undefined) return [];
    // What a pack of the program says of another is not for its reader to mend.
    return finding.policy.source?.pack !== undefined || told.has(placeOf(issue)) ? [] : [issue];
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

function placeOf({ path, line, message }: Issue): string {
  return path === undefined ? message : `${path}:${line ?? 0}`;
}

function issueOf(finding: PolicyFinding): AnalysisIssue | undefined {
  const { policy } = finding;
  const { source } = policy;
  const id = `\`${policy.id}\``;
  const place = {
    severity: "warning" as const,
    ...(source !== undefined && {
      path: source.path,
      ...(source.line !== undefined && { line: source.line }),
    }),
  };
  switch (finding.kind) {
    case "never":
      return {
        ...place,
        code: "never-applies",
        message: `${id} applies to no event: its tests contradict each other, or the types of what they read`,
        cure: "change a test, or take the policy away; to switch it off, set `enabled` to false",
      };
    case "always":
      return {
        ...place,
        code: "always-applies",
        message: `the condition of ${id} holds for every event that it is asked about`,
        cure: "compare a property of the event, or leave the condition out",
      };
    case "shadowed":
      return {
        ...place,
        code: "shadowed",
        message: `${id} is never asked: whenever it would apply, ${names(finding.by)} denied before it`,
        cure: `take ${id} away, or give it a higher priority than ${names(finding.by)}`,
        witness: finding.witness,
      };
    case "never-wins":
      return {
        ...place,
        code: "allow-never-wins",
        message: `${id} never allows anything: whenever it applies, ${names(finding.by)} denies or asks, and that is stronger`,
        cure: `narrow the condition of ${names(finding.by)}`,
        witness: finding.witness,
      };
    case "duplicate":
      return {
        ...place,
        code: "duplicate",
        message: `${id} says what ${names([finding.of])} says, about the same events`,
        cure: "take one of them away",
        witness: finding.witness,
      };
    default:
      return undefined;
  }
}

function names(policies: readonly Policy[]): string {
  const all = policies.map(({ id }) => `\`${id}\``);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`;
}

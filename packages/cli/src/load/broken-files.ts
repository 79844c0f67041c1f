import type { Issue, PolicyDefinition, Tier } from "@gatehouse/engine";
import type { BrokenFile } from "./load-error-policies.js";

/** What loading found out. */
export interface Findings {
  /** Who stands behind a path. */
  readonly tierOf: (path: string) => Tier;
  /** Files that could not even be read, the configuration among them. */
  readonly unread: readonly Issue[];
  /** What the formats made of the files. */
  readonly policies: readonly PolicyDefinition[];
  readonly issues: readonly Issue[];
  /** What the engine found wrong with the policies. */
  readonly compiled: readonly Issue[];
}

/** The engine's errors after which the policy is in force all the same. */
const IN_FORCE: ReadonlySet<string> = new Set(["duplicate-id", "invalid-ast"]);

/** How the formats end the message of an error that cost a policy; any other error leaves the policy in force. */
const COST_A_POLICY = /\bnot loaded$/;

/**
 * The files of which a policy is not in force: those that gave none at all although they have an error, and those whose
 * errors say that they lost one.
 */
export function brokenFiles({ tierOf, unread, policies, issues, compiled }: Findings): readonly BrokenFile[] {
  const giving = new Set(policies.map((policy) => policy.source?.path));
  const lost = [
    ...unread,
    ...issues.filter((issue) => !giving.has(issue.path) || COST_A_POLICY.test(issue.message)),
    ...compiled.filter((issue) => !IN_FORCE.has(issue.code)),
  ].filter((issue) => issue.severity === "error");
  const byPath = new Map<string, Issue[]>();
  for (const issue of lost) {
    const { path = "" } = issue;
    const found = byPath.get(path);
    if (found === undefined) byPath.set(path, [issue]);
    else found.push(issue);
  }
  return [...byPath].map(([path, found]) => ({ path, tier: tierOf(path), issues: found }));
}

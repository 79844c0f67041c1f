import type { Issue } from "@gatehouse-hooks/json";
import { type Policy, located } from "../policy.js";
import type { Applying } from "./holds.js";

/** After this many, the rest is counted: one policy that denies everything is one mistake, not ten thousand. */
const MAX_ISSUES = 100;

/** A policy that is never asked, and the one that denies before it. */
export interface Unreachable {
  readonly one: Applying;
  readonly denier: Policy;
}

/**
 * Policies that are never asked, because for each of their events one before them denies without a condition (SPEC,
 * "Merge", rule 1).
 *
 * @param applying the enabled policies in order of evaluation
 */
export function findUnreachable(applying: readonly Applying[]): readonly Unreachable[] {
  const denier = new Map<string, Policy>();
  const unreachable: Unreachable[] = [];
  for (const one of applying) {
    const { policy, applies } = one;
    const before = policy.events.map((event) => denier.get(event));
    const [first] = before;
    if (first !== undefined && !before.includes(undefined) && policy.alwaysRuns !== true) {
      unreachable.push({ one, denier: first });
    }
    if (policy.handler.kind !== "static" || policy.handler.verdict !== "deny" || applies !== "always")
      continue;
    for (const event of policy.events) if (!denier.has(event)) denier.set(event, policy);
  }
  return unreachable;
}

export function unreachableIssues(unreachable: readonly Unreachable[]): readonly Issue[] {
  const issues = unreachable
    .slice(0, MAX_ISSUES)
    .map(({ one, denier }) => unreachableIssue(one.policy, denier));
  const more = unreachable.length - issues.length;
  if (more > 0) {
    issues.push({
      severity: "warning",
      code: "unreachable",
      message: `${more} more policies are never asked`,
    });
  }
  return issues;
}

function unreachableIssue(policy: Policy, denier: Policy): Issue {
  return {
    severity: "warning",
    code: "unreachable",
    message: `\`${policy.id}\` is never asked: \`${denier.id}\` precedes it and denies always`,
    ...located(policy),
    cure: `give \`${denier.id}\` a condition, or a lower priority than \`${policy.id}\``,
  };
}

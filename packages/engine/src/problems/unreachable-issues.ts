import type { Issue } from "@gatehouse/condition/json";
import type { Policy } from "../policy.js";
import type { Applying } from "./holds.js";
import { located } from "./located.js";

/** After this many, the rest is counted: one policy that denies everything is one mistake, not ten thousand. */
const MAX_ISSUES = 100;

/**
 * Policies that are never asked, because for each of their events one before them denies without a condition (SPEC,
 * "Merge", rule 1).
 *
 * @param applying the enabled policies in order of evaluation
 */
export function unreachableIssues(applying: readonly Applying[]): readonly Issue[] {
  const denier = new Map<string, Policy>();
  const issues: Issue[] = [];
  let more = 0;
  for (const { policy, applies } of applying) {
    const before = policy.events.map((event) => denier.get(event));
    const [first] = before;
    if (first !== undefined && !before.includes(undefined) && policy.alwaysRuns !== true && applies !== "never") {
      if (issues.length < MAX_ISSUES) issues.push(unreachable(policy, first));
      else more++;
    }
    if (policy.handler.kind !== "static" || policy.handler.verdict !== "deny" || applies !== "always") continue;
    for (const event of policy.events) if (!denier.has(event)) denier.set(event, policy);
  }
  if (more > 0) {
    issues.push({
      severity: "warning",
      code: "unreachable",
      message: `${more} more policies are never asked`,
    });
  }
  return issues;
}

function unreachable(policy: Policy, denier: Policy): Issue {
  return {
    severity: "warning",
    code: "unreachable",
    message: `\`${policy.id}\` is never asked: \`${denier.id}\` stands before it and denies always`,
    ...located(policy),
    cure: `give \`${denier.id}\` a condition, or a lower priority than \`${policy.id}\``,
  };
}

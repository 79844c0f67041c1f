import type { Issue } from "@gatehouse-hooks/json";
import { type Policy, located } from "../policy.js";
import type { Applying } from "./holds.js";

/** A policy that is never asked, and the one that denies before it. */
interface Unreachable {
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

/** One warning for each policy that denies: it is one mistake, however many come after it. */
export function unreachableIssues(unreachable: readonly Unreachable[]): readonly Issue[] {
  const after = new Map<Policy, Policy[]>();
  for (const { one, denier } of unreachable) {
    const found = after.get(denier);
    if (found === undefined) after.set(denier, [one.policy]);
    else found.push(one.policy);
  }
  return [...after].map(([denier, policies]) => unreachableIssue(denier, policies));
}

function unreachableIssue(denier: Policy, [first, ...more]: readonly Policy[]): Issue {
  const id = first?.id ?? "";
  const isOne = more.length === 0;
  return {
    severity: "warning",
    code: "unreachable",
    message: isOne
      ? `\`${id}\` is never asked: \`${denier.id}\` precedes it and denies always`
      : `\`${id}\` and ${more.length} more are never asked: \`${denier.id}\` precedes them and denies always`,
    ...located(isOne && first !== undefined ? first : denier),
    cure: `give \`${denier.id}\` a condition, or a lower priority than ${isOne ? `\`${id}\`` : "theirs"}`,
  };
}

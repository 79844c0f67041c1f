import type { Issue } from "@gatehouse-hooks/json";
import type { Policy } from "../policy.js";
import { located } from "./located.js";

/** Policies of one tier that share an id. */
export function duplicateIds(policies: readonly Policy[]): readonly Issue[] {
  const first = new Map<string, Policy>();
  const issues: Issue[] = [];
  for (const policy of policies) {
    const key = `${policy.tier}/${policy.id}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, policy);
      continue;
    }
    const other = before.source === undefined ? "" : `, the other one in \`${before.source.path}\``;
    issues.push({
      severity: "error",
      code: "duplicate-id",
      message: `two ${policy.tier} policies are called \`${policy.id}\`${other}: both run`,
      ...located(policy),
      cure: "give each policy an id of its own",
    });
  }
  return issues;
}

import type { Issue } from "@gatehouse/condition/json";
import { comparePolicies } from "./order.js";
import type { Policy } from "./policy.js";
import { policySet, type PolicySet } from "./policy-set.js";
import { allowIssues } from "./problems/allow-issues.js";
import { constantIssues } from "./problems/constant-issues.js";
import { duplicateIds } from "./problems/duplicate-ids.js";
import { eventIssues } from "./problems/event-issues.js";
import { applying } from "./problems/holds.js";
import { findUnreachable, unreachableIssues } from "./problems/unreachable-issues.js";
import { readPolicy } from "./read-policy.js";

/** The most policies in one set. */
const MAX_POLICIES = 1_000_000;

/** A set of the policies that could be read, and every problem found. */
export interface CompiledPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
}

/**
 * Validates, orders and freezes policies (SPEC, "Compile"). All problems are reported at once; a definition that cannot
 * be used is an error and is left out, so a caller that gates actions must look at the issues.
 *
 * @param definitions `PolicyDefinition`s of any origin; nothing about them is trusted
 */
export function compilePolicies(definitions: readonly unknown[]): CompiledPolicies {
  const issues: Issue[] = [];
  const policies: Policy[] = [];
  if (definitions.length > MAX_POLICIES) {
    issues.push({
      severity: "error",
      code: "too-many",
      message: `${definitions.length} policies, at most ${MAX_POLICIES} fit into one set`,
    });
  }
  for (const definition of definitions.slice(0, MAX_POLICIES)) {
    const read = readPolicy(definition);
    for (const issue of read.issues) issues.push(issue);
    if (read.policy !== null) policies.push(read.policy);
  }
  policies.sort(comparePolicies);
  const enabled = policies.filter((policy) => policy.enabled).map(applying);
  const unreachable = findUnreachable(enabled);
  // One warning is enough for a policy that nobody asks.
  const unheard = new Set(unreachable.map(({ one }) => one));
  const problems = [
    duplicateIds(policies),
    policies.flatMap(eventIssues),
    enabled.flatMap(constantIssues),
    unreachableIssues(unreachable),
    allowIssues(enabled).flatMap(({ one, issue }) => (unheard.has(one) ? [] : [issue])),
  ];
  for (const found of problems) for (const issue of found) issues.push(issue);
  return { set: policySet(policies), issues };
}

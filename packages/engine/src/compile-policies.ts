import type { Issue } from "@gatehouse/condition/json";
import { eventKindOf } from "./event-kind-of.js";
import { comparePolicies } from "./order.js";
import type { Policy } from "./policy.js";
import { policySet, type PolicySet } from "./policy-set.js";
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
    issues.push(...read.issues);
    if (read.policy !== null) policies.push(read.policy);
  }
  policies.sort(comparePolicies);
  issues.push(...duplicateIds(policies), ...policies.flatMap(eventIssues));
  return { set: policySet(policies), issues };
}

function duplicateIds(policies: readonly Policy[]): Issue[] {
  const first = new Map<string, Policy>();
  const issues: Issue[] = [];
  for (const policy of policies) {
    const key = `${policy.tier}/${policy.id}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, policy);
      continue;
    }
    issues.push({
      severity: "error",
      code: "duplicate-id",
      message: `two ${policy.tier} policies are called \`${policy.id}\`${before.source === undefined ? "" : `, the other one in \`${before.source.path}\``}: both run`,
      ...located(policy),
      cure: "give each policy an id of its own",
    });
  }
  return issues;
}

function eventIssues(policy: Policy): Issue[] {
  const issues: Issue[] = [];
  for (const name of policy.events) {
    const kind = eventKindOf(name);
    if (!kind.known) {
      issues.push({
        severity: "warning",
        code: "unknown-event",
        message: `\`${policy.id}\` waits for \`${name}\`, which no format documents: it may never happen`,
        ...located(policy),
      });
    }
    const { handler } = policy;
    if (handler.kind !== "static") continue;
    if (kind.input === null && handler.updatedInput !== undefined) {
      issues.push(cannotCarry(policy, name, "updatedInput"));
    }
    if (!kind.context && (handler.context?.length ?? 0) > 0) {
      issues.push(cannotCarry(policy, name, "context"));
    }
  }
  return issues;
}

function cannotCarry(policy: Policy, event: string, attachment: string): Issue {
  return {
    severity: "warning",
    code: "cannot-carry",
    message: `\`${event}\` cannot carry the \`${attachment}\` of \`${policy.id}\`: it will be dropped`,
    ...located(policy),
  };
}

function located(policy: Policy): Pick<Issue, "path" | "line"> {
  const { source } = policy;
  if (source === undefined) return {};
  return { path: source.path, ...(source.line === undefined ? {} : { line: source.line }) };
}

import { constantOf, firstGroupsOf, type Group, groupsOf } from "@gatehouse-hooks/condition/analysis";
import type { Atom, AtomPath, Expr } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";

/** Atoms of which at least one holds wherever the policy applies or fails. */
export type Requirement = readonly Atom[];

/**
 * What has to hold before a policy has anything to say; `never` when it never has. Where a requirement is not met, the
 * matcher and condition together are exactly false, neither true nor over budget (condition SPEC, "Analysis").
 */
export function requirementsOf(policy: Policy): readonly Requirement[] | "never" {
  const ast = whole(policy);
  if (ast === null) return [];
  const constant = constantOf(ast);
  if (constant !== null) return constant === "never" ? "never" : [];
  return neverOr(groupsOf(ast));
}

/** The same from what is decided before anything is paid for; quick, since no pattern is looked at. */
export function firstRequirementsOf(policy: Policy): readonly Requirement[] | "never" {
  const ast = whole(policy);
  return ast === null ? [] : neverOr(firstGroupsOf(ast));
}

/** A group without atoms is never met. */
function neverOr(groups: readonly Group[]): readonly Requirement[] | "never" {
  return groups.some((group) => group.length === 0) ? "never" : groups;
}

/** The matcher and then the condition, as one condition; `null` when both hold always. */
function whole({ matcher, condition }: Policy): Expr | null {
  const first = matcher?.ast ?? null;
  const second = condition?.ast ?? null;
  if (first === null || second === null) return first ?? second;
  return { kind: "and", operands: [first, second], span: [0, 0] };
}

/** The same string for the same path. */
export function pathKey(path: AtomPath): string {
  return JSON.stringify(path);
}

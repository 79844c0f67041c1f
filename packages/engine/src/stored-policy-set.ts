import { type Issue, parseJson } from "@gatehouse/condition/json";
import { type CompiledPolicies, compilePolicies } from "./compile-policies.js";
import type { PolicySet } from "./policy-set.js";

/** The version of the stored form. */
const VERSION = 1;

/**
 * A policy set as JSON text: readable without the parser of the condition language. It is data, not a secret and not a
 * proof: who may write it may change the policies.
 */
export function savePolicySet(set: PolicySet): string {
  return JSON.stringify({ version: VERSION, policies: set.policies });
}

/**
 * Reads what `savePolicySet` wrote; everything in it is checked again. Never throws: a text that is not a policy set
 * gives an empty set and an error issue.
 */
export function loadPolicySet(text: string | Uint8Array): CompiledPolicies {
  const read = parseJson(text, { maxBytes: 256 * 1024 * 1024, maxNodes: 100_000_000, maxDepth: 300 });
  if (read.issue !== undefined) return { ...compilePolicies([]), issues: [read.issue] };
  const { value } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("an object");
  const { version, policies } = value as { readonly version?: unknown; readonly policies?: unknown };
  if (version !== VERSION) return refuse(`version ${VERSION}`);
  if (!Array.isArray(policies)) return refuse("a list of policies");
  return compilePolicies(policies);
}

function refuse(expected: string): CompiledPolicies {
  const issue: Issue = {
    severity: "error",
    code: "invalid-policy-set",
    message: `not a stored policy set: expected ${expected}`,
  };
  return { ...compilePolicies([]), issues: [issue] };
}

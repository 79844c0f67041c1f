import { takeAst } from "@gatehouse-hooks/condition/stored";
import { type Issue, type JsonResult, type JsonValue, parseJson, parseLeaving } from "@gatehouse-hooks/json";
import { type CompiledPolicies, type CompileOptions, compileWith } from "./compile-policies.js";
import { FULL_READING } from "./full-reading.js";
import type { PolicyReading } from "./policy-reading.js";
import { partsOf, policiesOf, type PolicySet } from "./policy-set.js";

/** The version of the stored form. */
const VERSION = 1;

/**
 * A policy set as JSON text: readable without the parser of the condition language. It is data, not a secret and not a
 * proof: write access to it is write access to the policies.
 */
export function savePolicySet(set: PolicySet): string {
  const { version, cells } = partsOf(set).deriving;
  const derives = version ?? undefined;
  return JSON.stringify({ version: VERSION, derives, policies: policiesOf(set), memory: cells ?? undefined });
}

/**
 * Reads what `savePolicySet` wrote; everything in it is checked again. Never throws for what is in the text: one that is not a
 * policy set gives an error issue, and a set that denies all gating events.
 *
 * @param options neither the vocabulary nor the embedder's own kinds are stored: give those that the set was compiled with,
 *   and what derives facts
 */
export function loadPolicySet(text: string | Uint8Array, options: CompileOptions = {}): CompiledPolicies {
  return loadWith(FULL_READING, text, options);
}

/** `loadPolicySet` with the parts that are large given. */
export function loadWith(
  reading: PolicyReading,
  text: string | Uint8Array,
  options: CompileOptions,
): CompiledPolicies {
  const unlike = (expected: string): CompiledPolicies =>
    refuseSet(
      {
        severity: "error",
        code: "invalid-policy-set",
        message: `not a stored policy set: expected ${expected}`,
      },
      reading,
      options,
    );
  const read = readStored(text, reading);
  if (read.issue !== undefined) return refuseSet(read.issue, reading, options);
  const { value } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return unlike("an object");
  const { version, policies, derives, memory } = value as Readonly<
    Record<"version" | "policies" | "derives" | "memory", unknown>
  >;
  if (version !== VERSION) return unlike(`version ${VERSION}`);
  if (!Array.isArray(policies)) return unlike("a list of policies");
  if (memory !== undefined && !Array.isArray(memory)) return unlike("a list of cells");
  const compiled = compileWith(reading, memory === undefined ? policies : { policies, memory }, options);
  const { version: present } = partsOf(compiled.set).deriving;
  if (typeof derives !== "string" || derives === present || !present) return compiled;
  return { ...compiled, issues: [...compiled.issues, otherFacts(derives, present)] };
}

const LIMITS = { maxBytes: 256 * 1024 * 1024, maxNodes: 100_000_000, maxDepth: 300 };
/** The ASTs of conditions: in the set are its policies, in these a policy, and in that the condition. No other part has a key `ast` there. */
const ASTS = { key: "ast", depth: 4 };

function readStored(text: string | Uint8Array, reading: PolicyReading): JsonResult<JsonValue> {
  const { result, left } = parseLeaving(text, LIMITS, ASTS);
  let { members, room } = left;
  for (const ast of left.objects) {
    const taken = takeAst(ast, reading);
    members -= taken?.members ?? Infinity;
    room -= taken?.values ?? 0;
  }
  return members === 0 && room >= 0 ? result : parseJson(text, LIMITS);
}

function otherFacts(before: string, present: string): Issue {
  return {
    severity: "warning",
    code: "other-facts",
    message: `the set was stored with facts of version \`${before}\`, and is loaded with \`${present}\`: they may differ`,
    cure: "store the set again",
  };
}

function refuseSet(issue: Issue, reading: PolicyReading, options: CompileOptions): CompiledPolicies {
  const lost = [{ file: "", events: "all gating", tier: "enforced", why: issue.message }] as const;
  return { ...compileWith(reading, { policies: [], lost }, options), issues: [issue] };
}

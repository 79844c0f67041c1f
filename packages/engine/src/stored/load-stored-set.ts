import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import { type Issue, type JsonValue, ownOption, ownRecord } from "@gatehouse-hooks/json";
import type { CompiledPolicies, CompileOptions } from "../compile-policies.js";
import { loadWith } from "../stored-policy-set.js";
import { smallRe2 } from "@gatehouse-hooks/condition/re2";
import { locationOf, type PolicyReading, whose } from "../policy-reading.js";
import type { Policy } from "../policy.js";
import { isWholePolicy } from "./whole-policy.js";

/** How a stored set is loaded. */
export interface StoredSetOptions extends CompileOptions {
  /** What reads patterns. Default: `smallRe2`. With `re2` of `@gatehouse-hooks/condition/re2`, every pattern is read. */
  readonly patterns?: PatternEngine;
}

/**
 * `loadPolicySet` for programs whose size counts: the same decisions of what `savePolicySet` wrote, without the schema of definitions, and
 * without re2js unless it is given. A policy with a pattern that needs re2js is an error (`no-pattern-engine`), and what it would have
 * guarded is denied.
 *
 * @throws TypeError as `compilePolicies` does
 * @example
 * const { set, issues } = loadStoredSet(await (await fetch("/policies.json")).text());
 */
export function loadStoredSet(text: string | Uint8Array, options: StoredSetOptions = {}): CompiledPolicies {
  return loadWith(storedReading(ownOption(options, "patterns")), text, options);
}

/**
 * Reads definitions that `savePolicySet` wrote, which are complete, without the schema of definitions.
 *
 * @param patterns without it, a pattern that re2js alone reads is refused
 */
function storedReading(patterns: PatternEngine = smallRe2): PolicyReading {
  return { patterns, complete };
}

function complete(value: JsonValue): Policy | { readonly issues: readonly Issue[] } {
  if (isWholePolicy(value)) return value;
  return ownRecord({
    issues: [
      {
        severity: "error",
        code: "invalid-policy",
        message: `${whose(value)}: not a complete definition, as \`savePolicySet\` writes it`,
        cure: "store the set again, or load it with `loadPolicySet` of `@gatehouse-hooks/engine`, which says what is wrong",
        ...locationOf(value),
      },
    ],
  });
}

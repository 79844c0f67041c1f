import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import { ownOption } from "@gatehouse-hooks/json";
import type { CompiledPolicies, CompileOptions } from "../compile-policies.js";
import { loadWith } from "../stored-policy-set.js";
import { storedReading } from "./stored-reading.js";

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

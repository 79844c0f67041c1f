import { smallRe2 } from "@gatehouse-hooks/condition/re2";
import type { PatternEngine } from "@gatehouse-hooks/condition/compile";
import { type Issue, type JsonValue, ownRecord } from "@gatehouse-hooks/json";
import { locationOf, whose, type PolicyReading } from "../policy-reading.js";
import type { Policy } from "../policy.js";
import { isWholePolicy } from "./whole-policy.js";

/**
 * Reads definitions that `savePolicySet` wrote, which are complete, without the schema of definitions.
 *
 * @param patterns without it, a pattern that re2js alone reads is refused
 */
export function storedReading(patterns: PatternEngine = smallRe2): PolicyReading {
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

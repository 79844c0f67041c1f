import { re2 } from "@gatehouse-hooks/condition/re2";
import { type Issue, type JsonValue, ownRecord } from "@gatehouse-hooks/json";
import { isPlainPolicy } from "./plain-policy.js";
import { locationOf, whose, type PolicyReading } from "./policy-reading.js";
import type { Policy } from "./policy.js";
import * as policySchema from "./policy.schema.js";

/** Reads every definition and every pattern: with the schema's messages, and with RE2. */
export const FULL_READING: PolicyReading = { patterns: re2, complete };

/** The definition with its defaults, or what the schema says is wrong with it. */
function complete(value: JsonValue): Policy | { readonly issues: readonly Issue[] } {
  if (isPlainPolicy(value)) return value;
  const { messages, policyDefinition } = latePolicySchema();
  const parsed = policyDefinition.safeParse(value, { error: messages });
  if (!parsed.success) {
    const at = locationOf(value);
    return ownRecord({
      issues: parsed.error.issues.slice(0, 20).map((problem): Issue => ({
        severity: "error",
        code: "invalid-policy",
        message: `${whose(value)}${problem.path.length === 0 ? "" : ` at \`${problem.path.join(".")}\``}: ${lowerFirst(problem.message)}`,
        ...at,
      })),
    });
  }
  const { tier, enabled, priority, order } = parsed.data as Policy;
  return ownRecord({ tier, enabled, priority, order, ...(value as object) }) as Policy;
}

function lowerFirst(text: string): string {
  const plain = text.replace(/^Invalid input: /, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** The schema of policies, with zod. The build replaces this by a version that runs the policySchema on the first call. */
function latePolicySchema(): typeof policySchema {
  return policySchema;
}

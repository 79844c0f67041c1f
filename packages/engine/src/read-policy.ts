import { readAst } from "@gatehouse-hooks/condition/compile";
import { type CheckedAsts, detachAsts } from "./detach-asts.js";
import { type Issue, type JsonValue, own, ownRecord, sealJson } from "@gatehouse-hooks/json";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { deepFreeze } from "./deep-freeze.js";
import { latePolicySchema } from "./late-policy-schema.js";
import { isPlainPolicy } from "./plain-policy.js";
import type { Condition, Policy } from "./policy.js";

/** Deep enough for the deepest AST that `readAst` takes. */
const MAX_DEPTH = 300;

/** A definition checked and completed with defaults; `policy` is null when it cannot be used. */
export interface ReadPolicy {
  readonly policy: Policy | null;
  readonly issues: readonly Issue[];
}

/**
 * Reads one policy definition of any origin.
 *
 * A condition whose AST is damaged is an error, and the policy is kept with a condition that does not parse: it applies
 * always, so that tampering never switches a policy off.
 */
export function readPolicy(definition: unknown): ReadPolicy {
  const { rest, asts } = detachAsts(definition);
  const sealed = sealJson(rest, { maxDepth: MAX_DEPTH });
  if (sealed.issue !== undefined) return { policy: null, issues: [sealed.issue] };
  const read = isPlainPolicy(sealed.value) ? sealed.value : completed(sealed.value);
  if ("issues" in read) return { policy: null, issues: read.issues };
  const issues: Issue[] = [];
  const { tier, enabled, priority, order } = read;
  // INVARIANT: nothing of a policy inherits. The input is sealed, so only what is added here has to be kept from inheriting.
  const policy = ownRecord({
    tier,
    enabled,
    priority,
    order,
    ...(read as object),
    ...(read.matcher === undefined ? {} : { matcher: checked(read, "matcher", read.matcher, asts, issues) }),
    ...(read.condition === undefined
      ? {}
      : { condition: checked(read, "condition", read.condition, asts, issues) }),
  }) as Policy;
  return { policy: deepFreeze(policy), issues };
}

/** The definition with its defaults, or what the schema says is wrong with it. */
function completed(value: JsonValue): Policy | { readonly issues: readonly Issue[] } {
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

function checked(
  policy: Policy,
  part: keyof CheckedAsts,
  condition: Condition,
  asts: CheckedAsts,
  issues: Issue[],
): Condition {
  const made = asts[part];
  if (made !== undefined) return ownRecord({ text: condition.text, ast: made });
  const at = policy.source ?? {};
  if (condition.ast === null) {
    issues.push({
      severity: "warning",
      code: "condition-unparsed",
      message: `the ${part} of \`${policy.id}\` does not parse: the policy applies always`,
      ...at,
    });
    return condition;
  }
  const { ast, issues: problems } = readAst(condition.ast, { patterns: re2 });
  if (ast !== null) return ownRecord({ text: condition.text, ast });
  issues.push({
    severity: "error",
    code: "invalid-ast",
    message: `the stored ${part} of \`${policy.id}\` is damaged (${problems[0]?.message ?? "unknown"}): the policy applies always`,
    ...at,
  });
  return ownRecord({ text: condition.text, ast: null });
}

function locationOf(value: unknown): Pick<Issue, "path" | "line"> {
  const source = own(value, "source");
  const path = own(source, "path");
  const line = own(source, "line");
  return {
    ...(typeof path === "string" ? { path } : {}),
    ...(typeof line === "number" ? { line } : {}),
  };
}

function whose(value: unknown): string {
  const id = own(value, "id");
  return typeof id === "string" ? `policy \`${id.slice(0, 80)}\`` : "a policy";
}

function lowerFirst(text: string): string {
  const plain = text.replace(/^Invalid input: /, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

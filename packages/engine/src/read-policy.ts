import { readAst } from "@gatehouse-hooks/condition/compile";
import { type CheckedAsts, detachAsts } from "./detach-asts.js";
import { type Issue, ownRecord, sealJson } from "@gatehouse-hooks/json";
import { deepFreeze } from "./deep-freeze.js";
import type { Condition, Policy } from "./policy.js";
import type { PolicyReading } from "./policy-reading.js";

/** Deep enough for the deepest AST that `readAst` takes. */
const MAX_DEPTH = 300;

const NO_ENGINE = "no-pattern-engine";

/** A definition checked and completed with defaults; `policy` is null when it cannot be used. */
export interface ReadPolicy {
  readonly policy: Policy | null;
  readonly issues: readonly Issue[];
}

/**
 * Reads one policy definition of any origin.
 *
 * A condition whose AST is damaged is an error, and the policy is kept with a condition that does not parse: it applies
 * always, so that tampering never switches a policy off. One with a pattern that `reading` has no engine for is an error, and cannot be
 * used.
 */
export function readPolicy(definition: unknown, { patterns, complete }: PolicyReading): ReadPolicy {
  const { rest, asts } = detachAsts(definition);
  const sealed = sealJson(rest, { maxDepth: MAX_DEPTH });
  if (sealed.issue !== undefined) return { policy: null, issues: [sealed.issue] };
  const read = complete(sealed.value);
  if ("issues" in read) return { policy: null, issues: read.issues };
  const issues: Issue[] = [];
  const check = (part: keyof CheckedAsts, condition: Condition | undefined): object =>
    condition === undefined ? {} : { [part]: checked(read, part, condition, asts, patterns, issues) };
  const { tier, enabled, priority, order } = read;
  // INVARIANT: nothing of a policy inherits. The input is sealed, so only what is added here has to be kept from inheriting.
  const policy = ownRecord({
    tier,
    enabled,
    priority,
    order,
    ...(read as object),
    ...check("matcher", read.matcher),
    ...check("condition", read.condition),
  }) as Policy;
  if (issues.some(({ code }) => code === NO_ENGINE)) return { policy: null, issues };
  return { policy: deepFreeze(policy), issues };
}

function checked(
  policy: Policy,
  part: keyof CheckedAsts,
  condition: Condition,
  asts: CheckedAsts,
  patterns: PolicyReading["patterns"],
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
  const { ast, issues: problems } = readAst(condition.ast, { patterns });
  if (ast !== null) return ownRecord({ text: condition.text, ast });
  const [problem] = problems;
  if (problem?.code === NO_ENGINE) {
    const message = `the ${part} of \`${policy.id}\` has a pattern that nothing here reads: ${problem.message}`;
    issues.push({ severity: "error", code: NO_ENGINE, message, ...at });
    return condition;
  }
  issues.push({
    severity: "error",
    code: "invalid-ast",
    message: `the stored ${part} of \`${policy.id}\` is damaged (${problem?.message ?? "unknown"}): the policy applies always`,
    ...at,
  });
  return ownRecord({ text: condition.text, ast: null });
}

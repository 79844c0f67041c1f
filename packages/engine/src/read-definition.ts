import { isChecked, readAst } from "@gatehouse-hooks/condition/compile";
import { type CheckedAsts, detachAsts } from "./detach-asts.js";
import { deepFreeze, type Issue, isSealed, ownRecord, sealJson } from "@gatehouse-hooks/json";
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
export function readDefinition(definition: unknown, { patterns, complete }: PolicyReading): ReadPolicy {
  const { rest, asts } = detachAsts(definition);
  const sealed = sealJson(rest, { maxDepth: MAX_DEPTH });
  if (sealed.issue !== undefined) return { policy: null, issues: [sealed.issue] };
  const read = complete(sealed.value);
  if ("issues" in read) return { policy: null, issues: read.issues };
  const issues: Issue[] = [];
  const check = (part: keyof CheckedAsts): Condition | undefined => {
    const condition = read[part];
    return condition && checked(read, part, condition, asts, patterns, issues);
  };
  const matcher = check("matcher");
  const condition = check("condition");
  if (issues.some(({ code }) => code === NO_ENGINE)) return { policy: null, issues };
  // What is stored is as it will be: sealed, in this order, and its ASTs were taken from the text.
  if (isSealed(read) && matcher === read.matcher && condition === read.condition && isInOrder(read))
    return { policy: read, issues };
  const { tier, enabled, priority, order } = read;
  // INVARIANT: nothing of a policy inherits. The input is sealed, so only what is added here has to be kept from inheriting.
  const policy = ownRecord({
    tier,
    enabled,
    priority,
    order,
    ...(read as object),
    ...(matcher === undefined ? {} : { matcher }),
    ...(condition === undefined ? {} : { condition }),
  }) as Policy;
  return { policy: deepFreeze(policy), issues };
}

const FIRST = ["tier", "enabled", "priority", "order"];

/** Whether what has a default is first, as in every policy of a set. INVARIANT: the policy is sealed, so all keys are its own. */
function isInOrder(policy: Policy): boolean {
  let at = 0;
  for (const key in policy) {
    if (at === FIRST.length) break;
    if (key !== FIRST[at++]) return false;
  }
  return at === FIRST.length;
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
  if (isChecked(condition.ast)) return condition;
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

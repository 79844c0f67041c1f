import { compile, parse } from "@gatehouse-hooks/condition";
import type { Issue, JsonValue } from "@gatehouse-hooks/json";
import { field, type IssueRow, issueRow, type Row } from "@gatehouse-hooks/console/lines";

/** The value of a condition, or why it has none. */
export type EvalAnswer =
  | { readonly ok: true; readonly value: boolean }
  | { readonly ok: false; readonly issues: readonly IssueRow[] };

/** `{ expr, context }`: the value of the condition itself, before the rule that an unparsable one applies. */
export function answerEval(row: Row): EvalAnswer {
  if (row.kind === "refused") return failedEval(row.issue);
  const expr = field(row.row, "expr");
  if (typeof expr !== "string") {
    return failedEval({ severity: "error", code: "invalid-row", message: "`expr` must be a string" });
  }
  return evaluateCondition(expr, field(row.row, "context") ?? {});
}

/**
 * Parses and evaluates one condition.
 *
 * @param context what `parseJson` has read; only an object has names for a condition to read
 */
export function evaluateCondition(expr: string, context: JsonValue): EvalAnswer {
  const { ast, issues } = parse(expr);
  if (ast === null)
    return { ok: false, issues: issues.filter((one) => one.severity === "error").map(issueRow) };
  if (typeof context !== "object" || context === null || Array.isArray(context)) {
    return failedEval({
      severity: "error",
      code: "not-an-object",
      message: "`context` must be a JSON object",
    });
  }
  const outcome = compile(ast)(context);
  if (outcome === "over-budget") {
    return failedEval({
      severity: "error",
      code: "over-budget",
      message: "the condition took more steps than allowed",
    });
  }
  return { ok: true, value: outcome };
}

function failedEval(issue: Issue): EvalAnswer {
  return { ok: false, issues: [issueRow(issue)] };
}

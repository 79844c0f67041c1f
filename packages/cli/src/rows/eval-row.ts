import { compile, parse } from "@gatehouse/condition";
import { type Issue, type JsonValue, sealJson } from "@gatehouse/condition/json";
import type { Row } from "../jsonl/row.js";
import { field } from "./field.js";
import { type IssueRow, issueRow } from "./issue-row.js";

/** The value of a condition, or why it has none. */
export type EvalAnswer =
  | { readonly ok: true; readonly value: boolean }
  | { readonly ok: false; readonly issues: readonly IssueRow[] };

/** `{ expr, context }`: the value of the condition itself, before the rule that an unparsable one applies. */
export function answerEval(row: Row): EvalAnswer {
  if (row.kind === "refused") return failed(row.issue);
  const expr = field(row.row, "expr");
  if (typeof expr !== "string") {
    return failed({ severity: "error", code: "invalid-row", message: "`expr` must be a string" });
  }
  return evaluateCondition(expr, field(row.row, "context") ?? {});
}

/**
 * Parses and evaluates one condition.
 *
 * @param context any JSON object; lone surrogates in it are kept, since a condition can tell them apart
 */
export function evaluateCondition(expr: string, context: JsonValue): EvalAnswer {
  const { ast, issues } = parse(expr);
  if (ast === null)
    return { ok: false, issues: issues.filter((one) => one.severity === "error").map(issueRow) };
  const sealed = sealJson(context, { loneSurrogates: "keep" });
  if ("issue" in sealed) return failed(sealed.issue);
  const { value } = sealed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return failed({ severity: "error", code: "not-an-object", message: "`context` must be a JSON object" });
  }
  const outcome = compile(ast)(value);
  if (outcome === "over-budget") {
    return failed({
      severity: "error",
      code: "over-budget",
      message: "the condition took more steps than allowed",
    });
  }
  return { ok: true, value: outcome };
}

function failed(issue: Issue): EvalAnswer {
  return { ok: false, issues: [issueRow(issue)] };
}

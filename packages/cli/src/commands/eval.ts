import { parse } from "@gatehouse-hooks/condition";
import { parseJson } from "@gatehouse-hooks/json";
import { exitCode, type ExitCode, readDocument, UsageError } from "@gatehouse-hooks/console";
import { answerEval, answerLines, evaluateCondition } from "@gatehouse-hooks/workbench/rows";
import { issueLines } from "@gatehouse-hooks/console/print";
import { type Context, printResult } from "@gatehouse-hooks/local";

/**
 * `gatehouse eval EXPR [CONTEXT]`: prints true or false; exit code 2 when the condition does not parse or the context
 * is not a JSON object. Without a context, everything is missing. `--jsonl`: `{ expr, context }` a line.
 */
export async function evaluate(
  context: Context,
  expr: string | undefined,
  file: string | undefined,
  jsonl: boolean,
): Promise<ExitCode> {
  const { io, colors, noticeColors } = context;
  if (jsonl) {
    await answerLines(io, answerEval);
    return exitCode.fine;
  }
  if (expr === undefined)
    throw new UsageError("a condition is missing", `gatehouse eval 'toolName == "exec"'`);
  const data =
    file === undefined ? new TextEncoder().encode("{}") : await readDocument(io, file, "a context");
  const read = parseJson(data, { loneSurrogates: "keep" });
  if ("issue" in read)
    throw new UsageError(`the context is not JSON: ${read.issue.message}`, read.issue.cure);
  const answer = evaluateCondition(expr, read.value);
  if (answer.ok) {
    const warnings = parse(expr).issues;
    if (warnings.length > 0) await io.stderr.write(`${issueLines(warnings, noticeColors).join("\n")}\n`);
    await printResult(context, answer, [answer.value ? colors.green("true") : colors.red("false")]);
    return exitCode.fine;
  }
  const issues = answer.issues.map((issue) => ({ ...issue, severity: "error" as const }));
  if (context.settings.json) await printResult(context, answer, []);
  else await io.stderr.write(`${issueLines(issues, noticeColors).join("\n")}\n`);
  return exitCode.usage;
}

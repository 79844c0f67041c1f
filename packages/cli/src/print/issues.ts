import type { Issue } from "@gatehouse/engine";
import type { Palette } from "./palette.js";
import { printable } from "./printable.js";

/** Issues for people: `path:line:column severity code: message`, and the cure below. */
export function issueLines(issues: readonly Issue[], colors: Palette): string[] {
  return issues.flatMap((issue) => {
    const word = issue.severity === "error" ? colors.red("error") : colors.yellow("warning");
    const where = placeOf(issue);
    const line = `${where === "" ? "" : `${colors.bold(where)} `}${word} ${printable(issue.message)} ${colors.dim(`(${printable(issue.code)})`)}`;
    return issue.cure === undefined ? [line] : [line, `  ${colors.dim(`cure: ${printable(issue.cure)}`)}`];
  });
}

/** `2 errors, 1 warning`. */
export function countIssues(issues: readonly Issue[]): string {
  const errors = issues.filter((issue) => issue.severity === "error").length;
  return `${plural(errors, "error")}, ${plural(issues.length - errors, "warning")}`;
}

/** `1 policy` or `3 policies`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function placeOf(issue: Issue): string {
  if (issue.path === undefined) return issue.line === undefined ? "" : `${issue.line}:${issue.column ?? 1}`;
  const line = issue.line === undefined ? "" : `:${issue.line}`;
  const column = issue.line === undefined || issue.column === undefined ? "" : `:${issue.column}`;
  return `${printable(issue.path)}${line}${column}`;
}

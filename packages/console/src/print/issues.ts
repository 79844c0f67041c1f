import type { Issue, JsonObject } from "@gatehouse-hooks/json";
import type { ShownIssue, Sources } from "@gatehouse-hooks/language-server/proven";
import { excerpt } from "./excerpt.js";
import type { Palette } from "./palette.js";
import { printable } from "./printable.js";

/** UTF-16 code units of an event that are shown in a line. */
const MOST_OF_WITNESS = 200;

/** Where the lines that issues are about are shown. */
interface ShowLines {
  readonly sources: Sources;
  /** Characters per line of the output; `undefined` when it is not a terminal. */
  readonly columns: number | undefined;
}

/**
 * Issues for people: `path:line:column severity message (code)`, the line with a caret below, an event that shows it, and the cure.
 *
 * @param show absent where the output may go on to others: a line of a file may hold what a message never repeats
 */
export function issueLines(issues: readonly ShownIssue[], colors: Palette, show?: ShowLines): string[] {
  return issues.flatMap((issue) => {
    const word = issue.severity === "error" ? colors.red("error") : colors.yellow("warning");
    const where = placeOf(issue);
    const line = `${where === "" ? "" : `${colors.bold(where)} `}${word} ${printable(issue.message)} ${colors.dim(`(${printable(issue.code)})`)}`;
    return [
      line,
      ...shownLine(issue, show).map((text) => colors.dim(text)),
      ...(issue.witness === undefined ? [] : [`  ${colors.dim(witnessText(issue.witness))}`]),
      ...(issue.cure === undefined ? [] : [`  ${colors.dim(`cure: ${printable(issue.cure)}`)}`]),
    ];
  });
}

/** `for example {"event":…}`, on one line and not longer than one is read. */
export function witnessText(witness: JsonObject): string {
  const text = printable(JSON.stringify(witness));
  return `for example ${text.length > MOST_OF_WITNESS ? `${text.slice(0, MOST_OF_WITNESS - 1)}…` : text}`;
}

function shownLine({ path, line, column }: Issue, show: ShowLines | undefined): readonly string[] {
  if (show === undefined || path === undefined || line === undefined || column === undefined) return [];
  return excerpt(show.sources.get(path), line, column, show.columns);
}

/** The last line below issues. */
export const EXPLAINED = "gatehouse help CODE explains the code in brackets";

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

/** An issue as `--json` prints it. */
export interface PrintedIssue extends ShownIssue {
  /** The policy that it is about, where that is known. */
  readonly policy?: string;
}

import type { Issue } from "@gatehouse-hooks/json";

/** An issue in the machine interface. */
export interface IssueRow {
  readonly code: string;
  readonly message: string;
  /** UTF-16 code units from the start of the text; 0 when the problem is not at one place. */
  readonly offset: number;
  readonly line?: number;
  readonly column?: number;
  readonly cure?: string;
}

/** An issue of a row of the machine interface. */
export function issueRow(issue: Issue): IssueRow {
  return {
    code: issue.code,
    message: issue.message,
    offset: issue.offset ?? 0,
    ...(issue.line === undefined ? {} : { line: issue.line }),
    ...(issue.column === undefined ? {} : { column: issue.column }),
    ...(issue.cure === undefined ? {} : { cure: issue.cure }),
  };
}

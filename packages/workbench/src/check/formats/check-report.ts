import type { ShownIssue } from "@gatehouse-hooks/language-server/proven";

/** What `check` has found, for programs that show it. */
export interface CheckReport {
  /** The files that were read. */
  readonly files: readonly string[];
  readonly issues: readonly ShownIssue[];
}

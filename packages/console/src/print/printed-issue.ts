import type { ShownIssue } from "@gatehouse-hooks/language-server/proven";

/** An issue as `--json` prints it. */
export interface PrintedIssue extends ShownIssue {
  /** The policy that it is about, where that is known. */
  readonly policy?: string;
}

import type { Checked, TextFile } from "@gatehouse-hooks/language-server";

/** The word that starts the process in which files of an editor are checked; it is the command's own business. */
export const CHECKER_PROCESS = "checker-process";

/** What to check. */
export interface ToChecker {
  readonly id: number;
  readonly files: readonly TextFile[];
  /** The editor's folder, absolute. */
  readonly project: string;
  /** Agents whose notices are wanted, too. */
  readonly hosts: readonly string[];
}

/** What was found, or why nothing was. */
export type FromChecker =
  | { readonly id: number; readonly kind: "checked"; readonly checked: Checked }
  | { readonly id: number; readonly kind: "failed"; readonly why: string };

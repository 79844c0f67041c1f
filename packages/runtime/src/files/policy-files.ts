import type { Issue } from "@gatehouse-hooks/json";
import type { LostPolicy } from "@gatehouse-hooks/engine";
import type { ReadBudget } from "./file-limits.js";
import type { FoundPolicyFile } from "./policy-root.js";

/** Where relative paths and `~` start, and what reading may cost. */
export interface ReadPolicyFilesOptions {
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** Default: the home directory of the user. A home that is not absolute is ignored. */
  readonly home?: string;
  /** What the files of the tier `project` that were not `named` may cost together; default: only the limits of each file and directory hold. */
  readonly projectBudget?: ReadBudget;
  /** Files and folders among policies that are not policies, by absolute path. */
  readonly except?: readonly string[];
}

/** What could be read, and every problem with the rest. */
export interface PolicyFiles {
  readonly files: readonly FoundPolicyFile[];
  readonly issues: readonly Issue[];
  /** One for each error: rules that should be in force and are not. */
  readonly lost: readonly LostPolicy[];
  /** What looks like policies and is not read: warnings, apart from the issues. At most 20 for each root. */
  readonly unread: readonly Issue[];
}

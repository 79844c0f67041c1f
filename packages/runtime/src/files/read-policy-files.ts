import { ownProperties } from "../own-properties.js";
import { homedir } from "node:os";
import type { Issue, LostPolicy } from "@gatehouse/engine";
import type { ReadBudget } from "./file-limits.js";
import type { PolicyFile, PolicyRoot } from "./policy-root.js";
import { Reading } from "./reading.js";
import { readRoot } from "./read-root.js";
import { trustFirst } from "./tier-trust.js";

/** Where relative paths and `~` start, and what reading may cost. */
export interface ReadPolicyFilesOptions {
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** Default: the home directory of the user. A home that is not absolute is none. */
  readonly home?: string;
  /** What the files of the tier `project` may cost together; default: only the limits of each file and directory hold. */
  readonly projectBudget?: ReadBudget;
  /** Files and folders that lie among policies and are none, by absolute path. */
  readonly except?: readonly string[];
}

/** What could be read, and every problem with the rest. */
export interface PolicyFiles {
  readonly files: readonly PolicyFile[];
  readonly issues: readonly Issue[];
  /** One for each error: rules that should be in force and are not. */
  readonly lost: readonly LostPolicy[];
  /** What looks like policies and is not read: warnings, apart from the issues. At most 20 for each root. */
  readonly unread: readonly Issue[];
}

/**
 * Reads policy files safely: files in code-unit order of their names, roots in the order given, sub-directories only where a
 * root says so. A file that several roots reach, by links or hard links, is read once, for the most trusted of them.
 *
 * A problem with one file never hides the others; it is an issue with the file's path. An `error` means that rules are
 * missing, so a caller that gates actions must not go on as if there were none.
 *
 * Never throws, never blocks on pipes or devices, follows links only within the root, reads at most 1 MiB of a file and
 * 1,000 files of a directory. Trusted tiers are read first. When the files of the tier `project` cost more than
 * `projectBudget`, none of them is given, and `lost` says so.
 *
 * @example
 * const { files, issues } = await readPolicyFiles([
 *   { path: ".mayros/hooks", extensions: [".md"] },
 *   { path: "~/.mayros/hooks", tier: "user", extensions: [".md"] },
 * ]);
 */
export async function readPolicyFiles(
  roots: readonly (string | PolicyRoot)[],
  given: ReadPolicyFilesOptions = {},
): Promise<PolicyFiles> {
  const options = ownProperties(given);
  const base = { cwd: options.cwd ?? process.cwd(), home: options.home ?? homedir() };
  const all = roots.map((root) =>
    ownProperties<PolicyRoot>(typeof root === "string" ? { path: root } : root),
  );
  const reading = await Reading.start(all, base, options);
  for (const index of trustFirst(all)) {
    const root = all[index];
    if (root !== undefined) await readRoot(root, index, base, reading);
  }
  return reading.result();
}

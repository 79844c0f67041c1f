import { ownProperties } from "../own-properties.js";
import type { Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Issue } from "@gatehouse/engine";
import { POLICY_EXTENSIONS } from "./file-limits.js";
import { issueOf, notAFile, problemOf } from "./file-problem.js";
import { isPolicyName, listPolicyNames } from "./list-policy-names.js";
import type { PolicyFile, PolicyRoot } from "./policy-root.js";
import { readInside, writableByOthers } from "./read-inside.js";
import { resolvePath } from "./resolve-path.js";
import { nameWarning, showPath } from "./show-path.js";

/** Where relative paths and `~` start. */
export interface ReadPolicyFilesOptions {
  /** Default: the working directory of the process. */
  readonly cwd?: string;
  /** Default: the home directory of the user. */
  readonly home?: string;
}

/** What could be read, and every problem with the rest. */
export interface PolicyFiles {
  readonly files: readonly PolicyFile[];
  readonly issues: readonly Issue[];
}

/**
 * Reads policy files safely: directories without their sub-directories, files in code-unit order of their names, roots
 * in the order given. A file that two roots reach is read once, with the stricter tier of the two.
 *
 * A problem with one file never hides the others; it is an issue with the file's path. An `error` means that rules are
 * missing, so a caller that gates actions must not go on as if there were none.
 *
 * Never throws, never blocks on pipes or devices, follows links only within the root, reads at most 1 MiB of a file and
 * 1,000 files of a directory.
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
  const reading = new Reading();
  for (const root of roots) await readRoot(typeof root === "string" ? { path: root } : root, base, reading);
  return { files: [...reading.files.values()], issues: reading.issues };
}

/** What has been read so far. */
class Reading {
  readonly issues: Issue[] = [];
  /** By real path, in the order of their first appearance. */
  readonly files: Map<string, PolicyFile> = new Map();

  async file(root: string, file: string, shown: string, tier: PolicyFile["tier"]): Promise<void> {
    const warning = nameWarning(path.basename(file));
    if (warning !== null) {
      this.issues.push({
        severity: "warning",
        code: warning,
        message: `the file's name holds ${warning === "control-character" ? "a control" : "an invisible"} character`,
        path: shown,
        cure: "rename it",
      });
    }
    const read = await readInside(root, file);
    if (read.kind === "problem") {
      this.issues.push(issueOf(read, shown));
      return;
    }
    if (read.writableByOthers) this.issues.push(openToOthers("file", shown));
    const known = this.files.get(read.realPath);
    if (known === undefined) this.files.set(read.realPath, { path: shown, text: read.text, tier });
    else if (tier === "enforced") this.files.set(read.realPath, { ...known, tier });
  }
}

async function readRoot(
  root: PolicyRoot,
  base: { readonly cwd: string; readonly home: string },
  reading: Reading,
): Promise<void> {
  const { tier = "project", extensions = POLICY_EXTENSIONS } = root;
  const required = root.required ?? isPolicyName(path.basename(root.path), POLICY_EXTENSIONS);
  const given = resolvePath(root.path, base);
  const shown = showPath(root.path);
  let stats: Stats;
  let real: string;
  try {
    const parent = await realpath(path.dirname(given));
    stats = await stat(given);
    // A file's root is the directory it was named in; a directory may itself be a link, its files may not lead out.
    real = stats.isDirectory() ? await realpath(given) : parent;
  } catch (error) {
    const found = problemOf(error);
    if (found.code !== "not-found" || required) reading.issues.push(issueOf(found, shown));
    return;
  }
  if (!stats.isDirectory()) {
    if (stats.isFile()) await reading.file(real, path.join(real, path.basename(given)), shown, tier);
    else reading.issues.push(issueOf(notAFile(), shown));
    return;
  }
  if (writableByOthers(stats)) reading.issues.push(openToOthers("directory", shown));
  try {
    const { names, problems } = await listPolicyNames(real, extensions);
    for (const one of problems) reading.issues.push(issueOf(one, shown));
    for (const name of names) {
      await reading.file(real, path.join(real, name), showPath(path.join(root.path, name)), tier);
    }
  } catch (error) {
    reading.issues.push(issueOf(problemOf(error), shown));
  }
}

function openToOthers(what: "file" | "directory", shown: string): Issue {
  return {
    severity: "warning",
    code: "writable-by-others",
    message: `every user of this machine may change this ${what}, hence the policies`,
    path: shown,
    cure: "chmod o-w",
  };
}

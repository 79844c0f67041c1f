import { opendir } from "node:fs/promises";
import { FILE_LIMITS } from "./file-limits.js";
import { type FileProblem, problem } from "./file-problem.js";

/** The names of a directory's policy files in code-unit order, and what is wrong with the directory. */
export interface PolicyNames {
  readonly names: readonly string[];
  readonly problems: readonly FileProblem[];
}

/** Locks and resource forks that editors and file systems leave beside a file, with the file's own extension. */
const DEBRIS: readonly string[] = [".#", "._"];

/**
 * Lists one directory, not its sub-directories. Entries are read one by one, so a directory of any size costs a bounded
 * amount of memory. Throws what the file system throws.
 */
export async function listPolicyNames(
  directory: string,
  extensions: readonly string[],
): Promise<PolicyNames> {
  const { filesPerDirectory, entriesPerDirectory } = FILE_LIMITS;
  const names: string[] = [];
  let entries = 0;
  for await (const entry of await opendir(directory)) {
    entries++;
    if (entries > entriesPerDirectory) {
      // Which of them come first depends on the file system, hence on nothing: none is taken.
      return {
        names: [],
        problems: [
          problem(
            "too-many",
            `more than ${entriesPerDirectory} entries: none of them is read`,
            "name a directory of policies only",
          ),
        ],
      };
    }
    if (isPolicyName(entry.name, extensions)) names.push(entry.name);
  }
  names.sort();
  if (names.length <= filesPerDirectory) return { names, problems: [] };
  return {
    names: names.slice(0, filesPerDirectory),
    problems: [
      problem(
        "too-many",
        `${names.length} policy files, at most ${filesPerDirectory} are read: the rest is missing`,
        "put several policies into one file",
      ),
    ],
  };
}

/** Whether a name ends like a policy file. */
export function isPolicyName(name: string, extensions: readonly string[]): boolean {
  return !DEBRIS.some((start) => name.startsWith(start)) && extensions.some((one) => name.endsWith(one));
}

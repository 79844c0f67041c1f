import { createHash } from "node:crypto";
import { copyFile, lstat, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { git, type GitCall } from "../git-output.js";

/** New files above this size, in bytes, are not recorded (document 004, `snapshot`). */
const MAX_NEW_FILE = 2_097_152;
const SETTINGS = ["-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "-c", "gc.auto=0"] as const;

/** A second git repository beside the one of a work tree: it keeps trees of the files, no commits. */
export interface ShadowRepository {
  /** The directory whose files it records. */
  readonly root: string;
  /** Records the files as they are; gives back the tree's hash, or undefined when git does not manage to. */
  record(): Promise<string | undefined>;
  /** The files that differ between two trees. */
  changed(before: string, after: string): Promise<readonly string[] | undefined>;
  /** Brings files back to what they are in a tree, and removes those that are not in it. False when git does not manage to. */
  restore(tree: string, files: readonly string[]): Promise<boolean>;
  /** Drops trees older than a week. */
  clean(): Promise<void>;
}

/**
 * Opens the shadow repository of the work tree that a directory belongs to, making it if need be.
 *
 * @param directory where shadow repositories lie
 * @returns undefined outside a git repository
 */
export async function openShadowRepository(
  directory: string,
  call: GitCall,
): Promise<ShadowRepository | undefined> {
  const found = await git(call, ["rev-parse", "--show-toplevel"]);
  // The path ends with one line break, and may hold others.
  const root = found?.replace(/\n$/, "") ?? "";
  if (root === "") return undefined;
  const shadow = path.join(directory, createHash("sha256").update(root).digest("hex"));
  const variables = { GIT_DIR: shadow, GIT_WORK_TREE: root, GIT_LITERAL_PATHSPECS: "1" };
  const run = (args: readonly string[], input = ""): Promise<string | undefined> =>
    git({ ...call, cwd: root }, [...SETTINGS, ...args], { variables, input });

  if (!(await exists(path.join(shadow, "HEAD")))) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if ((await run(["init", "--quiet"])) === undefined) return undefined;
  }
  const excludeOf = async (): Promise<void> => {
    const target = path.join(shadow, "info", "exclude");
    const common =
      (await git(call, ["rev-parse", "--path-format=absolute", "--git-path", "info/exclude"])) ?? "";
    const source = common.replace(/\n$/, "");
    await mkdir(path.dirname(target), { recursive: true });
    await copyFile(source, target).catch(() => writeFile(target, ""));
  };

  return {
    root,
    async record() {
      await excludeOf();
      // What is known already: changes and removals.
      if ((await run(["add", "--update", "--", "."])) === undefined) return undefined;
      const others = await run(["ls-files", "--others", "--exclude-standard", "-z"]);
      if (others === undefined) return undefined;
      const fresh = await recordable(root, names(others));
      if (fresh.length > 0) {
        const added = await run(["add", "--pathspec-from-file=-", "--pathspec-file-nul"], nulled(fresh));
        if (added === undefined) return undefined;
      }
      return (await run(["write-tree"]))?.trim();
    },
    async changed(before, after) {
      const list = await run(["diff-tree", "-r", "-z", "--no-renames", "--name-only", before, after]);
      return list === undefined ? undefined : names(list);
    },
    async restore(tree, files) {
      const listed = await run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]);
      if (listed === undefined) return false;
      const inTree = new Set(names(listed));
      for (const file of files) if (!inTree.has(file)) await removeInside(root, file);
      const back = files.filter((file) => inTree.has(file));
      if (back.length === 0) return true;
      const args = ["checkout", "--force", "--pathspec-from-file=-", "--pathspec-file-nul", tree];
      return (await run(args, nulled(back))) !== undefined;
    },
    async clean() {
      await run(["prune", "--expire=7.days.ago"]);
    },
  };
}

/** Of new files, those that are small enough, and no repositories of their own. */
async function recordable(root: string, files: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const file of files) {
    if (file.endsWith("/")) continue;
    const stats = await lstat(path.join(root, file)).catch(() => undefined);
    if (stats !== undefined && stats.size <= MAX_NEW_FILE) kept.push(file);
  }
  return kept;
}

/** Removes a file, but not through a link that leads out of the directory. */
async function removeInside(root: string, file: string): Promise<void> {
  const target = path.join(root, file);
  const parent = await realpath(path.dirname(target)).catch(() => undefined);
  const within = parent === undefined ? ".." : path.relative(await realpath(root), parent);
  if (within === ".." || within.startsWith(`..${path.sep}`) || path.isAbsolute(within)) return;
  await rm(target, { force: true }).catch(() => undefined);
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

function names(list: string): readonly string[] {
  return list.split("\0").filter((name) => name !== "");
}

function nulled(files: readonly string[]): string {
  return files.map((file) => `${file}\0`).join("");
}

import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { excludesFile } from "../git/git-settings.js";
import { locateRepository } from "../git/open-repository.js";
import { type GitCall, runGit } from "../git/run-git.js";
import { withLock } from "./process-lock.js";

/** New files above this size, in bytes, are not recorded (document 004, `snapshot`). */
const MAX_NEW_FILE = 2_097_152;
const SETTINGS = ["-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "-c", "gc.auto=0"] as const;

/** The largest list of excluded files that is taken over, in bytes. */
const MAX_EXCLUDE_BYTES = 1_048_576;
/** Files are recorded and brought back byte by byte: attributes of the work tree change no line ends, and ask for no filter. */
const ATTRIBUTES = "* -text -eol -ident -filter -working-tree-encoding -diff -merge\n";

/** A second git repository, apart from the one of a work tree: it keeps trees of the files, no commits. */
export interface ShadowRepository {
  readonly kind: "shadow";
  /** The directory whose files it records. */
  readonly root: string;
  /** Its path. */
  readonly directory: string;
  /** The lock under which it is worked with. */
  readonly lock: string;
  /** Records the files as they are; returns the tree's hash, or undefined when git fails. */
  record(): Promise<string | undefined>;
  /** The files that differ between two trees. */
  changed(before: string, after: string): Promise<readonly string[] | undefined>;
  /** Brings files back to what they are in a tree, and removes those that are not in it. False when git fails. */
  restore(tree: string, files: readonly string[]): Promise<boolean>;
  /** Drops trees older than a week. */
  clean(): Promise<void>;
}

/**
 * Opens the shadow repository of the work tree that a directory belongs to, creating it if necessary. Its configuration is separate:
 * neither that of the work tree's repository nor the user's is read for it.
 *
 * @param directory where shadow repositories are
 * @returns why not: no git repository, no git, or a repository that must not be read
 */
export async function openShadowRepository(
  directory: string,
  call: GitCall,
): Promise<
  ShadowRepository | { readonly kind: "none" } | { readonly kind: "refused"; readonly why: string }
> {
  const located = await locateRepository(call);
  if (located.kind !== "located") return located;
  const { root, commonDir } = located.repository;
  const excludes = excludesFile(located.settings, call);
  const shadow = path.join(directory, createHash("sha256").update(root).digest("hex"));
  const variables = { GIT_DIR: shadow, GIT_WORK_TREE: root, GIT_LITERAL_PATHSPECS: "1" };
  const run: RunShadow = (args, input = "") =>
    runGit({ ...call, cwd: root }, root, [...SETTINGS, "-c", `core.excludesFile=${excludes}`, ...args], {
      variables,
      input,
    });

  if (!(await isMade(directory, shadow, run, call.timeoutMs)))
    return { kind: "refused", why: "git could not make a repository for it" };
  return {
    kind: "shadow",
    root,
    directory: shadow,
    lock: lockOf(shadow),
    async record() {
      await prepareShadow({ root, commonDir, directory, shadow });
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
    restore: (tree, files) => restoreFiles(run, root, tree, files),
    async clean() {
      await run(["prune", "--expire=7.days.ago"]);
    },
  };
}

/** Makes the repository, unless it is there. */
async function isMade(
  directory: string,
  shadow: string,
  run: RunShadow,
  timeoutMs: number,
): Promise<boolean> {
  const head = path.join(shadow, "HEAD");
  if (await exists(head)) return true;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const made = await withLock(lockOf(shadow), timeoutMs, async () => {
    // A template of the user may hold hooks.
    return (await exists(head)) || (await run(["init", "--quiet", "--template="])) !== undefined;
  });
  return made?.value === true;
}

/** Writes what git must leave out: what the work tree's repository excludes, and the snapshots themselves. */
async function prepareShadow(where: {
  readonly root: string;
  readonly commonDir: string;
  readonly directory: string;
  readonly shadow: string;
}): Promise<void> {
  const { root, commonDir, directory, shadow } = where;
  const source = path.join(commonDir, "info", "exclude");
  const stats = await lstat(source).catch(() => undefined);
  const usable = stats?.isFile() === true && stats.size <= MAX_EXCLUDE_BYTES;
  const excluded = usable ? await readFile(source).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
  const own = path.relative(root, await realpath(directory));
  // Where the work tree is the home directory, snapshots do not hold themselves.
  const ours = own === "" || own.startsWith("..") || path.isAbsolute(own) ? "" : `\n/${own}/\n`;
  await mkdir(path.join(shadow, "info"), { recursive: true });
  await writeFile(path.join(shadow, "info", "exclude"), Buffer.concat([excluded, Buffer.from(ours)]));
  await writeFile(path.join(shadow, "info", "attributes"), ATTRIBUTES);
}

/** Brings files back to what they are in a tree, and removes those that are not in it. */
async function restoreFiles(
  run: RunShadow,
  root: string,
  tree: string,
  files: readonly string[],
): Promise<boolean> {
  const listed = await run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]);
  if (listed === undefined) return false;
  const inTree = new Set(names(listed));
  for (const file of files) if (!inTree.has(file)) await removeInside(root, file);
  const back = files.filter((file) => inTree.has(file));
  if (back.length === 0) return true;
  const args = ["checkout", "--force", "--pathspec-from-file=-", "--pathspec-file-nul", tree];
  return (await run(args, nulled(back))) !== undefined;
}

/** Runs git on the shadow repository; undefined when it fails. */
type RunShadow = (args: readonly string[], input?: string) => Promise<string | undefined>;

/** Of new files, those that are small enough, without nested repositories. */
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

/** The lock of a shadow repository: next to it, since it is held while the repository is made. */
function lockOf(shadow: string): string {
  return `${shadow}.lock`;
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

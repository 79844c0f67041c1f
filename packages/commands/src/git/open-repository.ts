import { constants } from "node:fs";
import {
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { elsewhere, findRepository, readHead, type Repository } from "./find-repository.js";
import { findGit } from "./git-program.js";
import {
  excludesFile,
  type GitSettings,
  harmlessConfiguration,
  readGitSettings,
  unreadable,
} from "./git-settings.js";
import { type GitCall, type GitRun, runGit } from "./run-git.js";

/** A repository that can be read without its own configuration. */
export interface OpenRepository {
  readonly kind: "open";
  readonly repository: Repository;
  /** Runs a git command that reads. Undefined as `runGit`. */
  read(args: readonly string[], run?: Omit<GitRun, "variables">): Promise<string | undefined>;
  /** Removes what opening has written. */
  close(): Promise<void>;
}

/** A repository, or why none is read. */
export type Opened =
  | OpenRepository
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly why: string };

const MAX_INDEX_BYTES = 536_870_912;
const MAX_SHARED_INDEXES = 20;

/** Where the repository of a directory is, and what its configuration and the user's say. */
type Located =
  | { readonly kind: "located"; readonly repository: Repository; readonly settings: GitSettings }
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly why: string };

/** Finds the repository of a directory. None without git, as outside a repository. */
export async function locateRepository(call: GitCall): Promise<Located> {
  const found = await findRepository(call.cwd);
  if (found.kind !== "repository") return found;
  const { root, gitDir } = found;
  if (findGit(call.env, root) === undefined) return { kind: "none" };
  const settings = await readGitSettings(call, found);
  if (settings === undefined) return { kind: "refused", why: "its configuration cannot be read" };
  if (found.mustLeadBack) {
    const named = settings.get("core.worktree") ?? "";
    const back =
      named === "" ? undefined : await realpath(path.resolve(gitDir, named)).catch(() => undefined);
    if (back !== root) return { kind: "refused", why: elsewhere(path.join(root, ".git")) };
  }
  return { kind: "located", repository: found, settings };
}

/**
 * Opens the repository of a directory for reading, through a separate git directory that has its objects, refs and index,
 * and a configuration that we write: what the repository's configuration says to run, in any key, by any way of including
 * it, is not there for git to find. The index is a copy, so that nothing in the repository is written.
 */
export async function openRepository(call: GitCall): Promise<Opened> {
  const located = await locateRepository(call);
  if (located.kind !== "located") return located;
  const { repository, settings } = located;
  const { root, gitDir, commonDir } = repository;
  const why = unreadable(settings);
  if (why !== null) return { kind: "refused", why };
  const head = await readHead(gitDir);
  if (head === undefined) return { kind: "refused", why: "it has no `HEAD` that git writes" };
  const scratch = await mkdtemp(path.join(tmpdir(), "gatehouse-git-"));
  const close = (): Promise<void> => rm(scratch, { recursive: true, force: true });
  try {
    const excludes = excludesFile(settings, call);
    await Promise.all([
      writeFile(path.join(scratch, "HEAD"), `${head}\n`),
      writeFile(path.join(scratch, "config"), harmlessConfiguration(settings, head)),
      symlink(path.join(commonDir, "refs"), path.join(scratch, "refs"), "junction"),
      linkFile(commonDir, scratch, "packed-refs"),
      linkFile(commonDir, scratch, "shallow"),
      copyIndex(gitDir, scratch),
      mkdir(path.join(scratch, "info")).then(() =>
        linkFile(commonDir, scratch, path.join("info", "exclude")),
      ),
    ]);
    const variables = {
      GIT_DIR: scratch,
      GIT_WORK_TREE: root,
      GIT_OBJECT_DIRECTORY: path.join(commonDir, "objects"),
    };
    return {
      kind: "open",
      repository,
      read: (args, run = {}) =>
        runGit(call, root, ["-c", `core.excludesFile=${excludes}`, ...args], { ...run, variables }),
      close,
    };
  } catch {
    await close();
    return { kind: "none" };
  }
}

/** A file that does not exist, or is not regular, is left out: a pipe would make git wait. */
async function linkFile(from: string, to: string, name: string): Promise<void> {
  const source = path.join(from, name);
  if (await isFile(source)) await symlink(source, path.join(to, name), "file");
}

async function copyIndex(gitDir: string, scratch: string): Promise<void> {
  const index = path.join(gitDir, "index");
  const stats = await lstat(index).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > MAX_INDEX_BYTES) return;
  const copy = path.join(scratch, "index");
  await copyFile(index, copy, constants.COPYFILE_FICLONE);
  // A file that was written just after the index may have the size and the time recorded there; git looks into those that
  // are not older than the index.
  const written = Math.floor(stats.mtimeMs / 1_000);
  await utimes(copy, written, written);
  // A split index has the greater part of it in other files.
  const shared = (await readdir(gitDir)).filter((name) => name.startsWith("sharedindex."));
  for (const name of shared.slice(0, MAX_SHARED_INDEXES)) await linkFile(gitDir, scratch, name);
}

async function isFile(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined))?.isFile() === true;
}

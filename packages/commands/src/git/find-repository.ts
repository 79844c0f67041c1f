import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import path from "node:path";

/** A git repository as its files are laid out. Paths are absolute and without links. */
export interface Repository {
  /** The work tree. */
  readonly root: string;
  /** What belongs to this work tree: `HEAD` and the index. */
  readonly gitDir: string;
  /** What all work trees of the repository share: objects, refs, configuration. */
  readonly commonDir: string;
  /** A `.git` file led here, and only `core.worktree` of the configuration can say whether rightly (a submodule). */
  readonly mustLeadBack: boolean;
}

/** The repository of a directory, or why none is read. */
type FoundRepository =
  | ({ readonly kind: "repository" } & Repository)
  | { readonly kind: "none" }
  /** There is one that must not be read. */
  | { readonly kind: "refused"; readonly why: string };

const NONE: FoundRepository = { kind: "none" };
/** The bytes read of the small files that say where a repository is. */
const MAX_POINTER_BYTES = 4_096;
const MAX_CONFIG_BYTES = 4_194_304;

/**
 * Finds the repository that a directory belongs to, without git and without its configuration: the nearest `.git` at or above
 * it. A bare repository does not count: any folder of a work tree can be laid out as one. A `.git` file that leads to a repository
 * which does not name this work tree in turn is refused, as is a `.git` that is a link: it could show the work of another
 * project.
 */
export async function findRepository(cwd: string): Promise<FoundRepository> {
  const start = await realpath(cwd).catch(() => undefined);
  if (start === undefined) return NONE;
  for (let root = start; ; root = path.dirname(root)) {
    const found = await repositoryAt(root);
    if (found.kind !== "none" || path.dirname(root) === root) return found;
  }
}

async function repositoryAt(root: string): Promise<FoundRepository> {
  const git = path.join(root, ".git");
  const stats = await lstat(git).catch(() => undefined);
  if (stats === undefined) return NONE;
  if (stats.isSymbolicLink()) return refused(`\`${git}\` is a link`);
  if (stats.isFile()) return await repositoryOfFile(root, git);
  if (!stats.isDirectory() || !(await isGitDirectory(git, git))) return NONE;
  if ((await lstat(path.join(git, "commondir")).catch(() => undefined)) !== undefined) {
    return refused(`\`${git}\` takes its objects and its configuration from another repository`);
  }
  return await readable({ root, gitDir: git, commonDir: git, mustLeadBack: false });
}

/** The `.git` file of a linked work tree or of a submodule. */
async function repositoryOfFile(root: string, file: string): Promise<FoundRepository> {
  const named = /^gitdir: (.+?)\n?$/s.exec((await readPointer(file)) ?? "")?.[1];
  const gitDir = named === undefined ? undefined : await real(path.resolve(root, named));
  if (gitDir === undefined) return refused(`\`${file}\` leads nowhere`);
  const shared = trimmed(await readPointer(path.join(gitDir, "commondir")));
  const commonDir = shared === undefined ? gitDir : await real(path.resolve(gitDir, shared));
  if (commonDir === undefined || !(await isGitDirectory(gitDir, commonDir))) {
    return refused(`\`${file}\` leads to no repository`);
  }
  if (shared === undefined) return await readable({ root, gitDir, commonDir, mustLeadBack: true });
  const back = trimmed(await readPointer(path.join(gitDir, "gitdir")));
  const leadsBack = back !== undefined && (await real(path.resolve(gitDir, back))) === file;
  if (!leadsBack || path.dirname(gitDir) !== path.join(commonDir, "worktrees"))
    return refused(elsewhere(file));
  return await readable({ root, gitDir, commonDir, mustLeadBack: false });
}

/** What git reads before it reads anything else must be files: a pipe would make it wait. */
async function readable(repository: Repository): Promise<FoundRepository> {
  const { gitDir, commonDir } = repository;
  for (const file of [path.join(commonDir, "config"), path.join(gitDir, "config.worktree")]) {
    const stats = await lstat(file).catch(() => undefined);
    if (stats !== undefined && (!stats.isFile() || stats.size > MAX_CONFIG_BYTES)) {
      return refused(`\`${file}\` is not a file of a size that git writes`);
    }
  }
  if ((await readHead(gitDir)) === undefined) return refused(`\`${gitDir}\` has no \`HEAD\` that git writes`);
  return { kind: "repository", ...repository };
}

/** Why a `.git` file is not followed. */
export function elsewhere(file: string): string {
  return `\`${file}\` leads to a repository that does not name this work tree as its own`;
}

async function isGitDirectory(gitDir: string, commonDir: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all([
    lstat(path.join(gitDir, "HEAD")).catch(() => undefined),
    lstat(path.join(commonDir, "objects")).catch(() => undefined),
    lstat(path.join(commonDir, "refs")).catch(() => undefined),
  ]);
  return head !== undefined && objects !== undefined && refs !== undefined;
}

/** What `HEAD` says: `ref: refs/…` or the id of a commit; undefined for anything else. */
export async function readHead(gitDir: string): Promise<string | undefined> {
  const file = path.join(gitDir, "HEAD");
  // Very old repositories have a link there.
  const link = await readlink(file).catch(() => undefined);
  const text = link === undefined ? trimmed(await readPointer(file)) : `ref: ${link}`;
  return text !== undefined && /^(?:ref: refs\/[^\n\0]+|[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
    ? text
    : undefined;
}

/** The content of a small regular file. A pipe must not block, nor a device fill the memory. */
async function readPointer(file: string): Promise<string | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_POINTER_BYTES) return undefined;
    return await handle.readFile("utf8");
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

function trimmed(text: string | undefined): string | undefined {
  return text?.replace(/\n$/, "");
}

async function real(file: string): Promise<string | undefined> {
  return await realpath(file).catch(() => undefined);
}

function refused(why: string): FoundRepository {
  return { kind: "refused", why };
}

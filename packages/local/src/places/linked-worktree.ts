import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";

/** A linked worktree of git, and the checkout that its repository lies in. */
interface LinkedWorktree {
  /** The root of the worktree, as it was reached. */
  readonly folder: string;
  /** The root of the main checkout. */
  readonly main: string;
}

/** What has to be looked at: the text of a small file, or where links lead. The answer is null where there is none. */
export interface DiskQuestion {
  readonly kind: "text" | "real";
  readonly path: string;
}

/** Looks that are asked for one by one: the same code runs at once, and where each look is recorded. */
export type DiskQuestions<T> = Generator<DiskQuestion, T, string | null>;

/** Bytes of `.git` and `gitdir` files: a path and a few words. */
export const MAX_LINK_BYTES = 8_192;
/** The longest path that a system takes, in UTF-16 code units. */
const MAX_PATH = 4_096;

/** Whether this can be the path of a folder: absolute, and neither longer nor other than a system takes. */
export function isFolderPath(path: unknown): path is string {
  return typeof path === "string" && path.length <= MAX_PATH && isAbsolute(path) && !path.includes("\0");
}

/**
 * The linked worktree that a folder is in, or null.
 *
 * A `.git` file is whoever's text, so it counts only where both sides say the same: it leads to `MAIN/.git/worktrees/NAME`, and the file
 * `gitdir` there leads back to it. A submodule's does not. A folder that holds the main checkout, or the user's home, is not believed to be a
 * worktree: as a workspace it would be wider than the project.
 *
 * @param from absolute
 * @param below only folders below this one are looked at; absent: all the way up
 */
export function* linkedWorktree(
  from: string,
  home: string,
  below?: string,
): DiskQuestions<LinkedWorktree | null> {
  if (!isFolderPath(from)) return null;
  for (let folder = resolve(from); folder !== below; folder = dirname(folder)) {
    const text = yield { kind: "text", path: resolve(folder, ".git") };
    const main = text === null ? null : yield* mainOf(folder, text, home);
    if (main !== null) return { folder, main };
    if (folder === dirname(folder)) return null;
  }
  return null;
}

function* mainOf(folder: string, text: string, home: string): DiskQuestions<string | null> {
  const said = /^gitdir: ([^\0\r\n]+)[\r\n]*$/.exec(text)?.[1];
  if (said === undefined) return null;
  const entry = resolve(folder, said);
  const entries = dirname(entry);
  const git = dirname(entries);
  if (basename(entries) !== "worktrees" || basename(git) !== ".git" || entry.length > MAX_PATH) return null;
  const back = yield { kind: "text", path: resolve(entry, "gitdir") };
  const there = back === null ? undefined : /^([^\0\r\n]+)[\r\n]*$/.exec(back)?.[1];
  if (there === undefined) return null;
  const leads = resolve(entry, there);
  if (basename(leads) !== ".git" || leads.length > MAX_PATH) return null;
  const own = yield { kind: "real", path: folder };
  if (own === null || own !== (yield { kind: "real", path: dirname(leads) })) return null;
  return (yield* isApart(own, dirname(git), home)) ? dirname(git) : null;
}

/** Whether a folder holds neither the main work tree nor the user's home. */
function* isApart(own: string, main: string, home: string): DiskQuestions<boolean> {
  const real = yield { kind: "real", path: main };
  if (real === null || isWithin(own, real)) return false;
  const users = isFolderPath(home) ? yield { kind: "real", path: home } : null;
  return users === null || !isWithin(own, users);
}

/** Whether a path is a folder itself or below it; both absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

import { isAlive } from "@gatehouse-hooks/commands";
import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { SETTLED_MS } from "./machine-view.js";
import { makePrivate } from "@gatehouse-hooks/local";

/**
 * Empty folders that have been in their place, and will be again: to make one takes a disk twenty times as long as to give it another name, and
 * longer, the more were removed a short time ago.
 */
export interface FolderStash {
  /**
   * Takes an empty folder out of its place.
   *
   * @returns false where it has to be removed instead
   */
  readonly take: (path: string) => boolean;
  /**
   * Puts one where nothing is.
   *
   * @returns false where one has to be made
   */
  readonly put: (path: string) => boolean;
  /** Removes all of them. */
  readonly close: () => void;
}

/** The most folders: those of a few workspaces. */
const MOST_FOLDERS = 500;

/** A folder that was found empty. */
interface EmptyFolder {
  readonly ino: number;
  /** When something came into it or went last: as long as that is the same, nothing is in it. */
  readonly mtimeMs: number;
}

/**
 * Opens the stash of this process, and removes what processes that have been killed have left. A folder comes back to the path that it was taken
 * from and to no other: a program that still has it open can write there what it could have written at that path anyway.
 *
 * @param folder absolute; on the file system of the workspaces, else nothing is taken
 * @returns undefined where it cannot be this user's alone
 */
export function openFolderStash(folder: string): FolderStash | undefined {
  if (makePrivate(folder) !== null) return undefined;
  for (const name of readdirSync(folder))
    if (!isAlive(Number.parseInt(name, 10))) removeAll(join(folder, name));
  const own = join(folder, String(process.pid));
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const stashed = new Map<string, string>();
  const known = new Map<string, EmptyFolder>();
  let taken = 0;
  return {
    take(path) {
      if (stashed.size >= MOST_FOLDERS) return false;
      const to = join(own, String(taken++));
      const found = moveEmpty(path, to, known.get(path));
      known.delete(path);
      if (found === undefined) return false;
      known.set(path, found);
      stashed.set(path, to);
      return true;
    },
    put(path) {
      const from = stashed.get(path);
      stashed.delete(path);
      return from !== undefined && moveEmpty(from, path, known.get(path)) !== undefined;
    },
    close: () => removeAll(own),
  };
}

/**
 * Moves a folder in which nothing is; one that something comes into meanwhile is where it was.
 *
 * @param known of this folder, from before
 * @returns undefined: it has not moved
 */
function moveEmpty(from: string, to: string, known: EmptyFolder | undefined): EmptyFolder | undefined {
  try {
    const found = emptyAt(from, known);
    if (found === undefined) return undefined;
    renameSync(from, to);
    if (emptyAt(to, found) !== undefined) return found;
    renameSync(to, from);
  } catch {
    // It is on another file system, or gone.
  }
  return undefined;
}

function emptyAt(folder: string, known: EmptyFolder | undefined): EmptyFolder | undefined {
  const stats = lstatSync(folder);
  const isKnown = stats.ino === known?.ino && stats.mtimeMs === known.mtimeMs;
  if (isKnown && stats.mtimeMs < Date.now() - SETTLED_MS) return known;
  return stats.isDirectory() && readdirSync(folder).length === 0 ? stats : undefined;
}

/** What is in one by now is another's, and stays. */
function removeAll(folder: string): void {
  try {
    for (const name of readdirSync(folder)) remove(join(folder, name));
  } catch {
    // Not a folder, or gone.
  }
  remove(folder);
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Gone, or not empty.
  }
}

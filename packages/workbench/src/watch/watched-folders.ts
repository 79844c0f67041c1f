import type { Look } from "@gatehouse-hooks/runtime";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

/** A folder that is watched for changes. */
export interface WatchedFolder {
  readonly path: string;
  /** With all that is below. */
  readonly deep: boolean;
}

/**
 * The folders in which a change of what was read shows: those that were listed, those of files, and of what is missing the nearest
 * that is there. A folder is watched rather than its files, since editors put another file in the place of the old one.
 *
 * @param files further files, absolute
 */
export function watchedFolders(looks: readonly Look[], files: readonly string[]): readonly WatchedFolder[] {
  const folders = new Map<string, boolean>();
  const add = (path: string, deep: boolean): void => {
    const there = nearest(path);
    folders.set(there, (deep && there === path) || folders.get(there) === true);
  };
  for (const [kind, path, seen] of looks) {
    const isListed = kind === "list" || kind === "tree" || kind.startsWith("near:");
    if (isListed) add(path, kind === "tree");
    // A folder that was only passed through has no list to change.
    else if (kind !== "realpath" && !seen.startsWith("folder ")) add(dirname(path), false);
  }
  for (const file of files) add(dirname(file), false);
  return [...folders].map(([path, deep]) => ({ path, deep }));
}

function nearest(path: string): string {
  const above = dirname(path);
  return above === path || existsSync(path) ? path : nearest(above);
}

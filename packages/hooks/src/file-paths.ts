import { isAbsolute, relative, resolve, sep } from "node:path";

import { globPattern } from "./text-pattern.js";

/** Whether a path matches one of the globs, whole or by its last part. `*` takes slashes, too. */
export function fileMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(globPattern);
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    // What is too long to be matched counts as matching: the hook runs.
    return patterns.some((pattern) => pattern.search(path) !== false || pattern.search(name) !== false);
  };
}

/** Whether the path, by its text alone, is under the root. Without a root everything does. */
export function isInside(root: string | undefined, path: string): boolean {
  if (root === undefined) return true;
  const way = relative(root, resolve(root, path));
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

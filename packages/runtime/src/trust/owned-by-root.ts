import type { Stats } from "node:fs";
import path from "node:path";
import { lstat, realpath } from "../looks/recorded-fs.js";

/** What decides which users can change a file or directory. */
type Ownership = Pick<Stats, "uid" | "mode">;

const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** Only root can have written it. */
export function isRoots({ uid, mode }: Ownership): boolean {
  return uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0;
}

/**
 * The first part of a path that users other than root can change or replace: the path itself, or a directory above it.
 * Null when there is none: then the content is the machine owner's. A directory above may be writable by
 * others when it is sticky (`/tmp`): they cannot replace what root put there.
 *
 * @param file absolute
 * @throws what the file system throws
 */
export async function notRoots(file: string): Promise<string | null> {
  // The file itself may be a link: changing the link changes what it says.
  const parent = await realpath(path.dirname(file));
  const itself = path.join(parent, path.basename(file));
  const named = await lstat(itself);
  if (named.isSymbolicLink() ? named.uid !== 0 : !isRoots(named)) return itself;
  const real = await realpath(itself);
  if (!isRoots(await lstat(real))) return real;
  for (const start of new Set([parent, path.dirname(real)])) {
    for (let directory = start; ; directory = path.dirname(directory)) {
      const stats = await lstat(directory);
      const sticky = directory !== start && (stats.mode & STICKY) !== 0 && stats.uid === 0;
      if (!isRoots(stats) && !sticky) return directory;
      if (directory === path.dirname(directory)) break;
    }
  }
  return null;
}

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * The folder beside the program for what is compiled of it; undefined where there can be none that may be believed.
 *
 * INVARIANT: what is kept is code, and is believed as far as the program's own file is: the folders have that file's owner, are no links,
 * and no one else may write them. It is not in the user's cache folder, where a process that may write caches could run code as the hook.
 *
 * @param program the program's own file, without links
 */
export function compiledFolder(program: string): string | undefined {
  if (process.getuid === undefined) return undefined;
  try {
    const { uid, mode } = lstatSync(program);
    const folder = dirname(program);
    const kept = join(folder, "compiled");
    const isOwn = (place: string): boolean => {
      const stats = lstatSync(place, { throwIfNoEntry: false });
      return (
        stats === undefined ||
        (stats.isDirectory() && stats.uid === uid && (stats.mode & WRITABLE_BY_OTHERS) === 0)
      );
    };
    return (mode & WRITABLE_BY_OTHERS) === 0 && isOwn(folder) && isOwn(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

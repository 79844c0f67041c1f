import { lstatSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Lets Node (22.8 and later) keep what V8 compiles of this program's files, in a folder beside them.
 *
 * INVARIANT: what is kept is code, and is believed as far as the program's own file is: the folders have that file's owner, are no links,
 * and no one else may write them. It is not in the user's cache folder, where a process that may write caches could run code as the hook.
 *
 * @param program the file that was started, without links
 */
export function keepCompiled(program: string): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined || process.getuid === undefined) return;
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
    if ((mode & WRITABLE_BY_OTHERS) === 0 && isOwn(folder) && isOwn(kept)) enableCompileCache(kept);
  } catch {
    // Then each start compiles.
  }
}

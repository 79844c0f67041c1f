import { type Dirent, lstatSync, opendirSync } from "node:fs";
import { join } from "node:path";

/** No box keeps any. */
export const NO_PLACEHOLDERS: ReadonlySet<string> = new Set();

/**
 * Whether a path is one of the folders that a box keeps where nothing may come into being. They come and go with each box: with nothing in them
 * but others of them, they count as if they were not there. Never throws.
 *
 * @param places absolute
 */
export function isHeldEmpty(path: string, places: ReadonlySet<string>): boolean {
  if (!places.has(path)) return false;
  try {
    return lstatSync(path).isDirectory() && holdsPlaceholders(path, places);
  } catch {
    return false;
  }
}

/** Ends at the first entry that is something else: a folder of any size takes no time. */
function holdsPlaceholders(path: string, places: ReadonlySet<string>): boolean {
  const folder = opendirSync(path);
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync())
      if (!isHeldEmpty(join(path, entry.name), places)) return false;
    return true;
  } finally {
    folder.closeSync();
  }
}

/** Entries without those that are placeholders. */
export function withoutPlaceholders(
  entries: readonly Dirent[],
  folderOf: (entry: Dirent) => string,
  places: ReadonlySet<string>,
): readonly Dirent[] {
  if (places.size === 0) return entries;
  return entries.filter(
    (entry) => !entry.isDirectory() || !isHeldEmpty(join(folderOf(entry), entry.name), places),
  );
}

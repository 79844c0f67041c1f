import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** No box keeps any. */
export const NO_PLACEHOLDERS: ReadonlySet<string> = new Set();

/** A folder of more has, or has had, much else in it: it is there, and is not read. */
const MOST_BYTES = 64 * 1024;

/**
 * Whether a path is one of the folders that a box keeps where nothing may come into being. They come and go with each box: with nothing in them
 * but others of them, they count as if they were not there. Never throws.
 *
 * @param places absolute
 */
export function isHeldEmpty(path: string, places: ReadonlySet<string>): boolean {
  if (!places.has(path)) return false;
  try {
    const stats = lstatSync(path);
    return (
      stats.isDirectory() &&
      stats.size <= MOST_BYTES &&
      readdirSync(path).every((name) => isHeldEmpty(join(path, name), places))
    );
  } catch {
    return false;
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

import { type BigIntStats, type Dirent, type Stats, statSync } from "node:fs";

/**
 * Something that was seen of the file system, so that it can be looked at again: what, where, and what was there as a string.
 *
 * | kind       | is                                                                             |
 * | ---------- | ------------------------------------------------------------------------------ |
 * | `lstat`    | what is at a path: type, permissions, owner; or the code of the error          |
 * | `stat`     | the same where links lead                                                      |
 * | `realpath` | where links lead; or the code of the error                                     |
 * | `list`     | the names and types of a directory, or their SHA-256 where they are many       |
 * | `tree`     | the same of everything below it                                                |
 * | `near:…`   | the same of the names of a directory that are near this one                    |
 * | `file`     | type, permissions, owner, identity, length and SHA-256 of a file               |
 * | `change`   | all but the SHA-256, and when it was changed last; or the code of the error    |
 */
export type Look = readonly [kind: string, path: string, seen: string];

/** What is seen where nothing is. */
export const NOTHING_SEEN = "error ENOENT";

/** The most entries of a directory that a look can be about. */
export const MAX_ENTRIES: number = 20_000;

/** The longest list of names that is kept as it is, in UTF-16 code units. */
const MAX_SEEN = 2_048;

/** The part of `stat` that loading depends on; never a time, which can be set back. */
export function statSeen(stats: Stats | BigIntStats): string {
  const type = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "folder"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return `${type} ${(Number(stats.mode) & 0o7777).toString(8)} ${stats.uid}`;
}

export function fileSeen(stats: BigIntStats, bytes: Uint8Array): string {
  return `${identitySeen(stats, bytes.length)} ${sha256(bytes)}`;
}

/** What is seen of a file beside its bytes. */
export function identitySeen(stats: BigIntStats, length: number): string {
  return `${statSeen(stats)} ${stats.dev}:${stats.ino} ${length}`;
}

/** Whether a file has changed, without reading it. The time is that of its inode, which no program sets back. */
export function changeNow(path: string): string {
  try {
    const stats = statSync(path, { bigint: true });
    return `${identitySeen(stats, Number(stats.size))} ${stats.ctimeNs}`;
  } catch (error) {
    return errorSeen(error);
  }
}

/** Node's module is loaded where it is needed: that takes as long as a hook. */
function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", data, "hex");
}

/** The code of what the file system threw. */
export function errorSeen(error: unknown): string {
  return `error ${error instanceof Error && "code" in error ? String(error.code) : "unknown"}`;
}

/** @param above for entries of a tree: the folder that they were found in */
export function entriesSeen(entries: readonly Dirent[], above: (entry: Dirent) => string = () => ""): string {
  const lines = entries.map((entry) => {
    const type = entry.isFile() ? "f" : entry.isDirectory() ? "d" : entry.isSymbolicLink() ? "l" : "o";
    return `${type}${above(entry)}/${entry.name}`;
  });
  const seen = lines.sort().join("\0");
  // No hash begins like this.
  return seen.length <= MAX_SEEN ? `= ${seen}` : sha256(seen);
}

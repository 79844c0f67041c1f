import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import path from "node:path";

/** `000001.jsonl`, `000002.jsonl` …: the highest number is the one that is written to. */
const NAME = /^(?<number>\d{6,12})\.jsonl$/;
const OWNER_ONLY = 0o600;
const WRITABLE_BY_OTHERS = 0o022;
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/** The numbers of the trail's files, ascending. */
export async function listSegments(directory: string): Promise<readonly number[]> {
  const names = await readdir(directory);
  return names
    .flatMap((name) => NAME.exec(name)?.groups?.["number"] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** The path of the file with this number. */
export function segmentPath(directory: string, number: number): string {
  return path.join(directory, `${String(number).padStart(6, "0")}.jsonl`);
}

/** Makes the trail's directory, for this user only, when it is missing. */
export async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

/**
 * Opens a file of the trail for reading and appending. Links are not followed, and a file that others may write is refused.
 *
 * @param create makes a new file, and throws `EEXIST` when there is one
 */
export async function openSegment(directory: string, number: number, create: boolean): Promise<FileHandle> {
  // O_NOFOLLOW and O_NONBLOCK are missing on Windows.
  const flags = O_RDWR | O_APPEND | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) | (create ? O_CREAT | O_EXCL : 0);
  const handle = await open(segmentPath(directory, number), flags, OWNER_ONLY);
  try {
    const stats = await handle.stat();
    const me = process.getuid?.();
    const safe = me === undefined || (stats.uid === me && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    if (!stats.isFile() || !safe) throw new UnsafeTrail();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Removes all files up to a number. */
export async function removeSegments(directory: string, upTo: number): Promise<void> {
  for (const number of await listSegments(directory)) {
    if (number <= upTo) await rm(segmentPath(directory, number), { force: true });
  }
}

/** A file of the trail is not one that only this user can write. */
class UnsafeTrail extends Error {
  override readonly name = "UnsafeTrail";
  readonly code = "unsafe-file";

  constructor() {
    super("expected a regular file that only this user can write");
  }
}

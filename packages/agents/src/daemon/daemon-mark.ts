import { randomBytes } from "node:crypto";
import { lstat, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

/** What a caller adds to an address to have the answer marked. */
export const MARKED = "marked";

const BYTES = 32;
const FORM = /^[0-9a-f]{64}\n$/;
const OTHERS = 0o077;

/**
 * The file with the mark of the daemon that listens: a secret that only its user can read. An answer that begins and ends with it is whole,
 * and came from a process of this user; nothing else that may sit at the socket, or between, can say it.
 */
export function markPath(folder: string): string {
  return join(folder, "daemon.mark");
}

/** Makes a mark and writes its file, all at once. */
export async function makeMark(folder: string): Promise<string> {
  const mark = randomBytes(BYTES).toString("hex");
  const next = `${markPath(folder)}.${process.pid}`;
  await unlink(next).catch(() => undefined);
  await writeFile(next, `${mark}\n`, { mode: 0o600, flag: "wx" });
  await rename(next, markPath(folder));
  return mark;
}

/** The mark in a folder that was checked; undefined: there is none, or others could have written or read it. */
export async function readMark(folder: string): Promise<string | undefined> {
  const path = markPath(folder);
  try {
    const stats = await lstat(path);
    if (!stats.isFile() || (stats.mode & OTHERS) !== 0) return undefined;
    if (process.getuid !== undefined && stats.uid !== process.getuid()) return undefined;
    const text = await readFile(path, "utf8");
    return FORM.test(text) ? text.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the file, unless another daemon has written its own. */
export async function dropMark(folder: string, mark: string): Promise<void> {
  if ((await readMark(folder)) === mark) await unlink(markPath(folder)).catch(() => undefined);
}

/** An answer with the mark around it. */
export function marked(mark: string, text: string): string {
  return `${mark}\n${text}\n${mark}`;
}

/** What a mark is around; undefined: it is not. */
export function unmarked(mark: string, text: string): string | undefined {
  const around = `${mark}\n`.length;
  if (text.length < 2 * around || !text.startsWith(`${mark}\n`) || !text.endsWith(`\n${mark}`))
    return undefined;
  return text.slice(around, -around);
}

import { type BigIntStats, constants, type Stats } from "node:fs";
import { type FileHandle, lstat as lstatOf, open, readlink } from "node:fs/promises";
import { lstat, neverTheSame, realpath, sawFile } from "../looks/recorded-fs.js";
import { FILE_LIMITS } from "./file-limits.js";
import { type FileProblem, notAFile, OUTSIDE, problem, problemOf } from "./file-problem.js";
import { isInside } from "./absolute-path.js";
import path from "node:path";

/** The bytes of a file, where they really are, and whether all users may change them. */
interface ReadFile {
  readonly kind: "file";
  readonly text: Uint8Array;
  /** Without links. */
  readonly realPath: string;
  /** The same for all hard links to the file; null where the file system does not tell. */
  readonly identity: string | null;
  readonly writableByOthers: boolean;
}

/** Opening neither follows a link in the last place, nor waits for the other end of a pipe, nor takes a terminal. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads one regular file that must be inside a directory. Links are followed only within it. Never blocks on pipes and
 * devices, never reads more than the limit, never throws.
 *
 * INVARIANT: what is read comes from one open descriptor, and where that descriptor leads is checked after opening it:
 * what links and directories were swapped meanwhile does not matter (SPEC, "Files").
 *
 * @param root absolute, without links
 * @param path absolute
 * @param maxBytes of the file; default 1 MiB
 */
export async function readInside(
  root: string,
  path: string,
  maxBytes: number = FILE_LIMITS.bytesPerFile,
): Promise<ReadFile | FileProblem> {
  try {
    for (let attempt = 0; attempt < FILE_LIMITS.attempts; attempt++) {
      const read = await readOnce(root, path, maxBytes);
      if (read !== "changed") return read;
    }
    return problem(
      "changing",
      "somebody keeps writing to it while it is read",
      "write to another file and rename it",
    );
  } catch (error) {
    return problemOf(error);
  }
}

async function readOnce(
  root: string,
  path: string,
  maxBytes: number,
): Promise<ReadFile | FileProblem | "changed"> {
  // Before opening: opening a device may already do something.
  const entry = await lstat(path);
  if (!entry.isFile() && !entry.isSymbolicLink()) return notAFile();
  const realPath = await realpath(path);
  if (!isInside(root, realPath)) return OUTSIDE;
  if (entry.isSymbolicLink() && !(await lstat(realPath)).isFile()) return notAFile();
  const handle = await open(realPath, OPEN_FLAGS).catch((error: unknown) => {
    neverTheSame();
    throw error;
  });
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) {
      neverTheSame();
      return notAFile();
    }
    if (!(await leadsInside(handle, before, root, realPath))) {
      neverTheSame();
      return OUTSIDE;
    }
    const text = await readBounded(handle, maxBytes);
    if (text === null) {
      neverTheSame();
      return problem("too-large", `it is larger than ${maxBytes} bytes`, "split it");
    }
    const after = await handle.stat({ bigint: true });
    if (after.size !== BigInt(text.length) || after.mtimeNs !== before.mtimeNs) {
      neverTheSame();
      return "changed";
    }
    sawFile(realPath, after, text);
    const identity = after.ino === 0n ? null : `${after.dev}:${after.ino}`;
    return { kind: "file", text, realPath, identity, writableByOthers: writableByOthers(after) };
  } finally {
    await handle.close();
  }
}

/** Where the descriptor leads: asked of the kernel where it tells, else compared with the path's own file. */
async function leadsInside(
  handle: FileHandle,
  opened: BigIntStats,
  root: string,
  realPath: string,
): Promise<boolean> {
  if (process.platform === "linux") {
    try {
      return isInside(root, await readlink(`/proc/self/fd/${handle.fd}`));
    } catch {
      // No /proc here: use the portable way below.
    }
  }
  if ((await realpath(realPath)) !== realPath) return false;
  const present = await lstatOf(realPath, { bigint: true });
  return present.dev === opened.dev && present.ino === opened.ino;
}

/** The whole file, or null when it is larger than the limit. */
async function readBounded(handle: FileHandle, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const room = maxBytes + 1 - length;
    if (room === 0) return null;
    const { bytesRead, buffer } = await handle.read(new Uint8Array(Math.min(room, 65_536)));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  const text = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    text.set(chunk, at);
    at += chunk.length;
  }
  return text;
}

/** Whether every local user may change it. Windows keeps no such bit. */
export function writableByOthers({ mode }: Pick<Stats, "mode"> | Pick<BigIntStats, "mode">): boolean {
  return process.platform !== "win32" && (BigInt(mode) & 0o002n) !== 0n;
}

/**
 * The text of a small regular file, as a look that can be repeated (`recordLooks`). Never throws, never blocks, follows no link in the last
 * place.
 *
 * @param file absolute
 * @param maxBytes the longest that is read
 * @returns null where there is none: it is missing, longer, a link, a folder, a pipe, or cannot be read
 */
export async function readSmallFile(file: string, maxBytes: number): Promise<string | null> {
  try {
    if (!(await lstat(file)).isFile()) return null;
    const folder = await realpath(path.dirname(file));
    const read = await readInside(folder, path.join(folder, path.basename(file)), maxBytes);
    return read.kind === "file" ? new TextDecoder().decode(read.text) : null;
  } catch {
    return null;
  }
}

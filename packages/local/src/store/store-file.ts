import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import type { StoreSource } from "@gatehouse-hooks/store";
import { dirname } from "node:path";
import { errorCodeOf } from "@gatehouse-hooks/console";

/** A store's file that is open. */
export interface OpenStore {
  readonly kind: "file";
  readonly source: StoreSource;
  /** Bytes from so many before the end of the file; fewer where there are not as many. */
  readonly tail: (before: number, length: number) => Uint8Array;
  readonly close: () => void;
}

/** A store's file, open; or what is wrong with it; or null when there is none. */
type StoreFile = OpenStore | { readonly kind: "unsafe"; readonly why: string } | null;

const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Opens a store that may be believed: a regular file that this user or root owns and other users cannot write, in such a folder.
 *
 * INVARIANT: all that is read of it comes from one descriptor: a store that is replaced meanwhile does not matter.
 *
 * @param onlyRoots it must be root's
 */
export function openStoreFile(file: string, onlyRoots: boolean): StoreFile {
  let fd: number;
  try {
    fd = openSync(file, OPEN_FLAGS);
  } catch (error) {
    const code = errorCodeOf(error);
    return code === "ENOENT" || code === "ENOTDIR" ? null : { kind: "unsafe", why: "it cannot be opened" };
  }
  try {
    const stats = fstatSync(fd);
    const folder = lstatSync(dirname(file));
    const why = !stats.isFile()
      ? "it is not a regular file"
      : !isOwn(stats, onlyRoots)
        ? `another user owns it or may write it`
        : !folder.isDirectory() || !isOwn(folder, onlyRoots)
          ? "another user owns its folder or may write it"
          : null;
    if (why !== null) {
      closeSync(fd);
      return { kind: "unsafe", why };
    }
    return {
      kind: "file",
      source: sourceOf(fd),
      tail: (before, length) => bytesAt(fd, Math.max(0, stats.size - before), length),
      close: () => closeSync(fd),
    };
  } catch {
    closeSync(fd);
    return { kind: "unsafe", why: "it cannot be read" };
  }
}

function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }, onlyRoots: boolean): boolean {
  const me = process.getuid?.();
  // Windows has no such owners; its profile folders are the user's own.
  if (me === undefined) return !onlyRoots;
  return (uid === 0 || (uid === me && !onlyRoots)) && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** Characters that are read at once: the head of most stores, and what their writer wants to know. */
const AHEAD = 16_384;

function sourceOf(fd: number): StoreSource {
  const first = readAt(fd, 0, AHEAD);
  return {
    // A store is ASCII; a byte above it is one character here, and its hash another.
    read: (offset, length) =>
      offset + length <= first.length ? first.slice(offset, offset + length) : readAt(fd, offset, length),
  };
}

function readAt(fd: number, offset: number, length: number): string {
  return bytesAt(fd, offset, length).toString("latin1");
}

function bytesAt(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let got = 0;
  for (let read = 1; read > 0 && got < length; got += read) {
    read = readSync(fd, bytes, got, length - got, offset + got);
  }
  return bytes.subarray(0, got);
}

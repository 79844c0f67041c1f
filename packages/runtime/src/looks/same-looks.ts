import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  opendirSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { type Dirent } from "node:fs";
import { isNear } from "./is-near.js";
import { entriesSeen, errorSeen, fileSeen, type Look, MAX_ENTRIES, statSeen } from "./look.js";

/** Neither follows a link in the last place, nor waits for the other end of a pipe, nor takes a terminal. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Of a pipe, Node 20 would keep a plain answer, and then resolve no link for the next import. */
const BIG = { bigint: true } as const;

/** Whether everything is still as it was when these looks were recorded (`recordLooks`). Never throws. */
export function sameLooks(looks: readonly Look[]): boolean {
  return looks.every(([kind, path, seen]) => seenNow(kind, path) === seen);
}

function seenNow(kind: string, path: string): string | null {
  try {
    switch (kind) {
      case "lstat":
        return statSeen(lstatSync(path, BIG));
      case "stat":
        return statSeen(statSync(path, BIG));
      case "realpath":
        return realpathSync.native(path);
      case "list":
        return entriesSeen(entries(path));
      case "tree":
        return entriesSeen(
          readdirSync(path, { recursive: true, withFileTypes: true }),
          ({ parentPath }) => parentPath,
        );
      case "file":
        return fileNow(path);
      default:
        return kind.startsWith(NEAR) ? nearNow(path, kind.slice(NEAR.length)) : null;
    }
  } catch (error) {
    return errorSeen(error);
  }
}

const NEAR = "near:";

function nearNow(path: string, expected: string): string {
  return entriesSeen(entries(path).filter(({ name }) => isNear(name, expected)));
}

function entries(path: string): readonly Dirent[] {
  const all: Dirent[] = [];
  const directory = opendirSync(path);
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      all.push(entry);
      if (all.length > MAX_ENTRIES) break;
    }
  } finally {
    directory.closeSync();
  }
  return all;
}

function fileNow(path: string): string | null {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(fd, BIG);
    if (!stats.isFile() || stats.size > MAX_BYTES) return null;
    const bytes = new Uint8Array(Number(stats.size) + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    return fileSeen(stats, bytes.subarray(0, length));
  } finally {
    closeSync(fd);
  }
}

/** No file that loading reads is longer. */
const MAX_BYTES = 16n * 1024n * 1024n;

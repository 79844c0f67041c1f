import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  opendirSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { nearTo } from "./is-near.js";
import {
  changeNow,
  entriesSeen,
  errorSeen,
  fileSeen,
  identitySeen,
  type Look,
  MAX_ENTRIES,
  NOTHING_SEEN,
  statSeen,
} from "./look.js";
import { isHeldEmpty, NO_PLACEHOLDERS, withoutPlaceholders } from "./placeholder.js";

/** Neither follows a link in the last place, nor waits for the other end of a pipe, nor takes a terminal. */
const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Of a pipe, Node 20 would keep a plain answer, and then resolve no link for the next import. */
const BIG = { bigint: true } as const;
const QUIET = { bigint: true, throwIfNoEntry: false } as const;

/** What was found so far while looking at everything once. */
interface Pass {
  /** What is not there; what is in it is not, either. */
  readonly missing: Set<string>;
  readonly entries: Map<string, readonly Dirent[]>;
  readonly copyOf: (path: string) => Uint8Array | undefined;
  /** Asked for when something is not as it was: mostly all is. */
  readonly placeholders: () => ReadonlySet<string>;
}

/**
 * Whether everything is still as it was when these looks were recorded (`recordLooks`). Never throws.
 *
 * @param copyOf a file as it was read then, where it was kept: its bytes are compared, and otherwise their hash. What it throws counts as
 *   a difference
 * @param placeholdersNow what boxes keep, which counts as missing
 */
export function sameLooks(
  looks: readonly Look[],
  copyOf: (path: string) => Uint8Array | undefined = () => undefined,
  placeholdersNow: () => ReadonlySet<string> = () => NO_PLACEHOLDERS,
): boolean {
  let known: ReadonlySet<string> | undefined;
  const placeholders = (): ReadonlySet<string> => (known ??= placeholdersNow());
  const pass: Pass = { missing: new Set(), entries: new Map(), copyOf, placeholders };
  return looks.every(
    ([kind, path, seen]) =>
      (seen === NOTHING_SEEN && isMissing(kind, path, pass)) ||
      seenNow(kind, path, seen, pass) === seen ||
      (isOfEntries(kind) && entriesNow(kind, path, pass) === seen),
  );
}

function isOfEntries(kind: string): boolean {
  return kind === "list" || kind === "tree" || kind.startsWith(NEAR);
}

/** Most looks are at what is not there, and often at what is in it; an error that is thrown costs more than the look. */
function isMissing(kind: string, path: string, { missing, placeholders }: Pass): boolean {
  if (missing.has(path) || missing.has(dirname(path))) return true;
  try {
    // What `lstat` does not find, no other look does.
    const stats = lstatSync(path, QUIET);
    if (stats === undefined || (stats.isDirectory() && isHeldEmpty(path, placeholders()))) {
      missing.add(path);
      return true;
    }
    // A link that leads nowhere is there, and nothing behind it.
    return kind !== "lstat" && kind !== "realpath" && statSync(path, QUIET) === undefined;
  } catch {
    return false;
  }
}

/** @param before what was seen */
function seenNow(kind: string, path: string, before: string, pass: Pass): string | null {
  try {
    switch (kind) {
      case "lstat":
        return statSeen(lstatSync(path, BIG));
      case "stat":
        return statSeen(statSync(path, BIG));
      case "realpath":
        return realpathSync.native(path);
      case "list":
        return entriesSeen(entries(path, pass));
      case "tree":
        return entriesSeen(tree(path), parentOf);
      case "change":
        return changeNow(path);
      case "file":
        return fileNow(path, before, pass.copyOf(path));
      default:
        return kind.startsWith(NEAR) ? nearNow(path, kind.slice(NEAR.length), pass) : null;
    }
  } catch (error) {
    return errorSeen(error);
  }
}

const NEAR = "near:";

function nearNow(path: string, expected: string, pass: Pass): string {
  return entriesSeen(nearIn(entries(path, pass), expected));
}

function nearIn(all: readonly Dirent[], expected: string): readonly Dirent[] {
  const isNear = nearTo(expected);
  return all.filter(({ name }) => isNear(name));
}

function tree(path: string): readonly Dirent[] {
  return readdirSync(path, { recursive: true, withFileTypes: true });
}

function parentOf({ parentPath }: Dirent): string {
  return parentPath;
}

/** The same without placeholders; null where no box keeps any, or that fails. */
function entriesNow(kind: string, path: string, pass: Pass): string | null {
  const placeholders = pass.placeholders();
  if (placeholders.size === 0) return null;
  try {
    if (kind === "tree")
      return entriesSeen(withoutPlaceholders(tree(path), parentOf, placeholders), parentOf);
    const all = entries(path, pass);
    const asked = kind === "list" ? all : nearIn(all, kind.slice(NEAR.length));
    return entriesSeen(withoutPlaceholders(asked, () => path, placeholders));
  } catch {
    return null;
  }
}

function entries(path: string, pass: Pass): readonly Dirent[] {
  const known = pass.entries.get(path);
  if (known !== undefined) return known;
  const found =
    statSync(path, BIG).size > MANY_BYTES
      ? firstEntries(path)
      : readdirSync(path, { withFileTypes: true }).slice(0, MAX_ENTRIES + 1);
  pass.entries.set(path, found);
  return found;
}

/** A directory of this length may have more entries than any look is about: they are not all read. */
const MANY_BYTES = 4n * 1024n * 1024n;

function firstEntries(path: string): readonly Dirent[] {
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

/** @returns what was seen before where a copy of that has the same bytes */
function fileNow(path: string, before: string, copy: Uint8Array | undefined): string | null {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    const stats = fstatSync(fd, BIG);
    if (!stats.isFile() || stats.size > MAX_BYTES) return null;
    const bytes = new Uint8Array(Number(stats.size) + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(fd, bytes, length, bytes.length - length, null);
    }
    const content = bytes.subarray(0, length);
    if (copy === undefined) return fileSeen(stats, content);
    return before.startsWith(`${identitySeen(stats, length)} `) && Buffer.compare(content, copy) === 0
      ? before
      : null;
  } finally {
    closeSync(fd);
  }
}

/** No file that loading reads is longer. */
const MAX_BYTES = 16n * 1024n * 1024n;

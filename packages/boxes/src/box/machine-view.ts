import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/** A folder as the system tells it from another one, and from itself after a change: at a time that no program can set. */
export interface FolderStamp {
  readonly dev: number;
  readonly ino: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** When it was changed last, in ms. */
  readonly ctimeMs: number;
}

/** The most files and folders that are visited: a box that has not seen all of them is not made. */
const MOST_ENTRIES = 300_000;
/** The most links on the way to one path, as of the kernel. */
const MOST_LINKS = 40;
/**
 * A folder that was changed so short a time ago, in ms, may be changed again in the same tick of the system's clock, and have the same stamp.
 */
export const SETTLED_MS = 2_000;

/** Of folders that a look found as they are kept, whether another change of them would show. */
export function isSettled(stamp: FolderStamp | undefined): boolean {
  return stamp === undefined || stamp.ctimeMs < Date.now() - SETTLED_MS;
}

/** Whether a folder has not changed. */
export function isSameStamp(a: FolderStamp | undefined, b: FolderStamp | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.ctimeMs === b.ctimeMs &&
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.mode === b.mode &&
    a.uid === b.uid &&
    a.gid === b.gid
  );
}

/** One look at a machine. What was asked once is not asked again, and which folders an answer hangs on is noted. */
export class MachineView {
  readonly #isOurs: (folder: string) => boolean;
  readonly #stats = new Map<string, Stats | undefined>();
  readonly #listed = new Map<string, readonly Dirent[]>();
  readonly #reals = new Map<string, string | undefined>();
  readonly #stamped = new Map<string, FolderStamp | undefined>();
  readonly #noted = new Map<string, FolderStamp | undefined>();
  #entries = 0;

  /** @param isOurs of a folder whose changes are no one else's: no answer hangs on it */
  constructor(isOurs: (folder: string) => boolean) {
    this.#isOurs = isOurs;
  }

  /** One for a part of the same look, which notes what its answers alone hang on. */
  another(): MachineView {
    return new MachineView(this.#isOurs);
  }

  /** @throws Error where there is too much to look at */
  spend(entries: number): void {
    this.#entries += entries;
    if (this.#entries > MOST_ENTRIES)
      throw new Error(
        `there are more than ${MOST_ENTRIES} files and folders to look at for what is to be hidden`,
      );
  }

  /** What is at a path itself, undefined where nothing is that this user reaches. */
  statOf(path: string): Stats | undefined {
    if (this.#stats.has(path)) return this.#stats.get(path);
    this.note(dirname(path));
    const found = statNow(path);
    this.#stats.set(path, found);
    return found;
  }

  /** The entries of a folder; empty where it cannot be listed. */
  entriesOf(folder: string): readonly Dirent[] {
    const known = this.#listed.get(folder);
    if (known !== undefined) return known;
    this.note(folder);
    const found = listNow(folder);
    this.spend(found.length);
    this.#listed.set(folder, found);
    return found;
  }

  /** What a link says, undefined of everything else. */
  targetOf(path: string): string | undefined {
    return this.statOf(path)?.isSymbolicLink() === true ? linkNow(path) : undefined;
  }

  /** A path without links, undefined where nothing is there. */
  realOf(path: string): string | undefined {
    if (this.#reals.has(path)) return this.#reals.get(path);
    const real = this.#findReal(path);
    this.#reals.set(path, real);
    return real;
  }

  #findReal(path: string): string | undefined {
    const parts = path.split("/").toReversed();
    let [at, links] = ["", 0];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (part === "" || part === ".") continue;
      if (part === "..") {
        at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
        continue;
      }
      const next = `${at}/${part}`;
      const target = this.targetOf(next);
      if (target === undefined) {
        if (this.statOf(next) === undefined) return undefined;
        at = next;
        continue;
      }
      if (++links > MOST_LINKS) return undefined;
      if (target.startsWith("/")) at = "";
      parts.push(...target.split("/").toReversed());
    }
    return at === "" ? "/" : at;
  }

  /** Links on the way to the folder are followed. */
  stampOf(folder: string): FolderStamp | undefined {
    if (this.#stamped.has(folder)) return this.#stamped.get(folder);
    const stamp = stampNow(folder);
    this.#stamped.set(folder, stamp);
    return stamp;
  }

  /** Says that an answer hangs on a folder, also where this view was not asked for it. */
  note(folder: string): void {
    if (!this.#noted.has(folder) && !this.#isOurs(folder)) this.#noted.set(folder, this.stampOf(folder));
  }

  /** The folders that what was answered hangs on: as long as none of them changes, the answers stay. */
  stamps(): ReadonlyMap<string, FolderStamp | undefined> {
    return this.#noted;
  }
}

function stampNow(folder: string): FolderStamp | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** What is at a path now, and not at what it leads to. */
export function statNow(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** What this user cannot list, the box cannot either. */
function listNow(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What a link says now, undefined of everything else. */
export function linkNow(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

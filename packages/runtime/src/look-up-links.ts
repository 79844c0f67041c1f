import { lstatSync, opendirSync, readlinkSync } from "node:fs";
import { type Clock, systemClock } from "./clock.js";

/** What is at a path. `unseen`: that could not be told. */
export type LinkLook =
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "other" }
  | { readonly kind: "nothing" }
  | { readonly kind: "unseen" };

/** The most paths that are looked at for one event: those of a tool call are seldom more than ten. */
export const MOST_LOOKS = 256;
/** In ms, from the first look of an event to the last one that begins: one on a network may take long. */
const LONGEST_LOOKS_MS = 1_000;

/** The most entries of a folder that are read to find its links. */
const MOST_ENTRIES = 4_096;
/** The most links of a folder that are told. */
const MOST_IN_FOLDER = 256;

const OTHER: LinkLook = { kind: "other" };
const NOTHING: LinkLook = { kind: "nothing" };
const UNSEEN: LinkLook = { kind: "unseen" };

/** Looks for links. Each path is looked at once. */
export interface LinkLookUp {
  /** What is at an absolute path, without following it. */
  readonly at: (path: string) => LinkLook;
  /** The names of the links in a folder; `null` when they cannot be told. */
  readonly linksIn: (folder: string) => readonly string[] | null;
}

/**
 * Looks for symbolic links, for the facts of one event: `facts(event, lookUpLinks())`. What is behind a limit is `unseen`. Never throws.
 *
 * What is seen may be otherwise when the tool runs (SPEC, "Links").
 */
export function lookUpLinks(clock: Clock = systemClock): LinkLookUp {
  const seen = new Map<string, LinkLook>();
  const folders = new Map<string, readonly string[] | null>();
  let looks = 0;
  let until: number | undefined;
  const mayLook = (): boolean => {
    until ??= clock() + LONGEST_LOOKS_MS;
    return looks++ < MOST_LOOKS && clock() <= until;
  };
  return {
    at: (path) => {
      let found = seen.get(path);
      if (found !== undefined) return found;
      found = mayLook() ? look(path) : UNSEEN;
      if (looks <= MOST_LOOKS) seen.set(path, found);
      return found;
    },
    linksIn: (folder) => {
      let found = folders.get(folder);
      if (found !== undefined) return found;
      found = mayLook() ? linksIn(folder) : null;
      if (looks <= MOST_LOOKS) folders.set(folder, found);
      return found;
    },
  };
}

function linksIn(folder: string): readonly string[] | null {
  if (folder.includes("\0")) return null;
  // What is in these is of this process.
  if (/^\/(?:proc|dev)(?:\/|$)/.test(folder)) return null;
  try {
    const opened = opendirSync(folder);
    try {
      const names: string[] = [];
      for (let count = 0; count <= MOST_ENTRIES; count++) {
        const entry = opened.readSync();
        if (entry === null) return names;
        if (entry.isSymbolicLink() && names.push(entry.name) > MOST_IN_FOLDER) return null;
      }
      return null;
    } finally {
      opened.closeSync();
    }
  } catch (error) {
    return isNothing(error) ? [] : null;
  }
}

/** Below a file there is nothing, and a name that is too long names nothing. */
function isNothing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

function look(path: string): LinkLook {
  // `lstat` of a path with one ends before it.
  if (path.includes("\0")) return UNSEEN;
  const own = ofProcess(path);
  if (own !== null) return own;
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return NOTHING;
    return stats.isSymbolicLink() ? { kind: "link", target: readlinkSync(path) } : OTHER;
  } catch (error) {
    return isNothing(error) ? NOTHING : UNSEEN;
  }
}

/**
 * Links that lead each process somewhere else (proc(5)): what this one sees there is not what the tool will see.
 *
 * @returns `null` for any other path
 */
function ofProcess(path: string): LinkLook | null {
  if (/^\/dev\/(?:stdin|stdout|stderr|fd)$/.test(path)) return OTHER;
  const [, below] = /^\/proc\/(?:self|thread-self)(?:\/(.*))?$/s.exec(path) ?? [];
  if (below === "root") return { kind: "link", target: "/" };
  if (below !== undefined && /^(?:cwd|exe|fd\/.*|task\/.*)$/s.test(below)) return UNSEEN;
  return path === "/proc/self" || path === "/proc/thread-self" ? OTHER : null;
}

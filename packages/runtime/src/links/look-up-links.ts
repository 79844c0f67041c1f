import { lstatSync, readlinkSync } from "node:fs";
import { type Clock, systemClock } from "../clock.js";

/** What is at a path. `unseen`: that could not be told. */
export type LinkLook =
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "other" }
  | { readonly kind: "nothing" }
  | { readonly kind: "unseen" };

/** The most paths that are looked at for one event: those of a tool call are seldom more than ten. */
export const MOST_LOOKS = 256;
/** In ms, from the first look of an event to the last one that begins: one on a network may take long. */
const LONGEST_LOOKS_MS = 50;

const OTHER: LinkLook = { kind: "other" };
const NOTHING: LinkLook = { kind: "nothing" };
const UNSEEN: LinkLook = { kind: "unseen" };

/**
 * Looks for symbolic links, for the facts of one event: `facts(event, lookUpLinks())`. Each path is looked at once, without following it, and
 * what is behind a limit is `unseen`. Never throws.
 *
 * What is seen may be otherwise when the tool runs (SPEC, "Links").
 *
 * @returns takes an absolute path
 */
export function lookUpLinks(clock: Clock = systemClock): (path: string) => LinkLook {
  const seen = new Map<string, LinkLook>();
  let until: number | undefined;
  return (path) => {
    const before = seen.get(path);
    if (before !== undefined) return before;
    until ??= clock() + LONGEST_LOOKS_MS;
    const found = seen.size < MOST_LOOKS && clock() <= until ? look(path) : UNSEEN;
    if (seen.size < MOST_LOOKS) seen.set(path, found);
    return found;
  };
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
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Below a file there is nothing, and a name that is too long names nothing.
    return code === "ENOTDIR" || code === "ENAMETOOLONG" ? NOTHING : UNSEEN;
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

import type { BoxProfile, HiddenPlace, Seen } from "@gatehouse-hooks/box";
import { mkdirSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { type BoxedPlace, look, type LookMemory, SOCKET_POLICY } from "./look.js";
import type { KeptLink } from "./kept-links.js";
import { holdPlaces, type Placeholders } from "./placeholders.js";
import { statNow } from "./machine-view.js";
import { readWithoutValues } from "./without-values.js";

/** What is there for a box that can be made now. */
interface PreparedBox {
  readonly found: Seen;
  /** What files of variables show in the box. */
  readonly texts: readonly string[];
  /** Files that must not be there when the command has ended. */
  readonly redirects: readonly string[];
  /** Links that have to be there when the command has ended. */
  readonly keptLinks: readonly KeptLink[];
  /** Removes the placeholders that no other box needs. */
  readonly release: () => Promise<void>;
}

/** How a box is prepared. */
export interface BoxPreparation {
  /** What the text of a file of variables is read from: of the first 0, of the next 1. */
  readonly textFrom: (at: number, text: string) => number | string;
  /** The process that the placeholders are there for; absent: this one. */
  readonly holder?: number;
  /** What is known from an earlier look. */
  readonly memory?: LookMemory;
  /** Holds the placeholders, for a process that makes boxes again and again; absent: they are the box's alone. */
  readonly hold?: (paths: readonly string[], workspace: string, holder: number) => Promise<Placeholders>;
}

/** The most files of variables that are shown without their values; more are hidden. */
const MOST_TEXTS = 100;
const VARIABLES_FILE = /^\.env(?:\..+)?$/;

/**
 * Looks for what a profile hides and keeps, and makes the folders that a box needs.
 *
 * @throws Error where no box can be made
 */
export async function prepareBox(
  profile: BoxProfile,
  place: BoxedPlace,
  { textFrom, holder = process.pid, memory, hold }: BoxPreparation,
): Promise<PreparedBox> {
  const seen = look(profile, place, memory);
  for (const { from } of seen.ownFolders) mkdirSync(from, { recursive: true, mode: 0o700 });
  // What is kept may be what another box has made, and be gone when that one ends.
  const paths = [...seen.absent, ...seen.kept].map(({ path }) => path);
  const held = await (hold?.(paths, seen.workspace, holder) ??
    holdPlaces(paths, { floor: seen.workspace, home: place.home, holder }));
  const texts: string[] = [];
  const hidden = seen.hidden.map((one): HiddenPlace => {
    const text =
      one.isFolder || !VARIABLES_FILE.test(basename(one.path)) ? undefined : readWithoutValues(one.path);
    if (text === undefined || texts.length >= MOST_TEXTS) return one;
    return { ...one, textFrom: textFrom(texts.push(text) - 1, text) };
  });
  const placeholders = seen.absent.map((one) => ({ ...one, isFolder: true }));
  return {
    found: { ...seen, hidden, kept: [...seen.kept, ...placeholders] },
    texts,
    redirects: seen.redirects,
    keptLinks: seen.keptLinks,
    release: held.release,
  };
}

/** Sockets come and go with the programs that listen on them, and nothing can be mounted on one that is gone. */
export function isGoneSocket({ path, policy }: HiddenPlace): boolean {
  return policy === SOCKET_POLICY && statNow(path) === undefined;
}

/** Without the sockets that have gone since. */
export function withoutGone(found: Seen): Seen {
  return { ...found, hidden: found.hidden.filter((one) => !isGoneSocket(one)) };
}

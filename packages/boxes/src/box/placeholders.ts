import { messageOf } from "@gatehouse-hooks/console";
import { isAlive, takeLock } from "@gatehouse-hooks/commands";
import type { FolderStash } from "./folder-stash.js";
import { type BoxList, listFolder, listsIn } from "@gatehouse-hooks/local/store";
import { makePrivate } from "@gatehouse-hooks/local";
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Folders that stand where nothing may come into being while a box lives. */
export interface Placeholders {
  /** Removes those that no other box needs. */
  readonly release: () => Promise<void>;
}

/** Those of a process, which more boxes may need than one. */
export interface HeldPlaces extends Placeholders {
  /** The folders, absolute. */
  readonly mine: readonly string[];
  /** Lists them for a box as well, which takes no look while they are held. Undefined where they are let go. */
  readonly share: (holder: number) => Placeholders | undefined;
}

/** Where placeholders are made. */
interface HoldingPlace {
  /** The workspace: nothing is made above it. */
  readonly floor: string;
  /** The process whose box it is. */
  readonly holder: number;
  /** Where folders come from and go to; absent: they are made and removed. */
  readonly stash?: FolderStash | undefined;
}

/** Milliseconds that a box waits for another one of the user that makes its own, or removes them. */
const WAIT_MS = 60_000;

/**
 * Makes an empty folder in each place that nothing is in, also for what would be a file: git takes no notice of it. Each box lists its own, so
 * that the last one removes it, and the next one sweeps what a box that was killed has left. What another box has made is its own as well. One box
 * at a time does so: what one sees another may be about to remove.
 *
 * @param paths absolute; what is there and no box's placeholder is left alone
 * @throws Error where a place cannot be made
 */
export async function holdPlaces(
  paths: readonly string[],
  { floor, home, holder, stash }: HoldingPlace & { readonly home: string },
): Promise<HeldPlaces> {
  const folder = listFolder(home);
  const why = makePrivate(folder);
  if (why !== null) throw new Error(why);
  const lock = `${folder}.lock`;
  const unlock = await takeLock(lock, WAIT_MS);
  if (unlock === undefined) throw new Error("another box is still starting");
  try {
    const { list, mine } = await hold(folder, paths, { floor, holder, stash });
    let isHeld = true;
    const end = async (one: string): Promise<void> => {
      const unlock = await takeLock(lock, WAIT_MS);
      await letGo(folder, one, mine, stash).finally(() => unlock?.());
    };
    return {
      mine,
      release: async () => {
        isHeld = false;
        await end(list);
      },
      share: (holder) => {
        if (!isHeld) return undefined;
        const one = listFile(folder, holder, mine);
        return { release: async () => (isHeld ? rmSync(one, { force: true }) : await end(one)) };
      },
    };
  } finally {
    unlock();
  }
}

async function hold(folder: string, paths: readonly string[], { floor, holder, stash }: HoldingPlace) {
  await sweep(folder);
  const wanted = [...new Set(paths.flatMap((path) => missing(path, floor)))].toSorted(
    (a, b) => a.length - b.length,
  );
  const shared = new Set(othersOf(folder, "").flatMap(({ places }) => places));
  const mine = wanted.filter((path) => !isThere(path) || shared.has(path));
  const list = listFile(folder, holder, mine);
  try {
    for (const path of wanted)
      if (!isThere(path) && stash?.put(path) !== true) mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    await letGo(folder, list, mine, stash);
    throw new Error(`what must not come into being cannot be kept from it: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return { list, mine };
}

function listFile(folder: string, holder: number, mine: readonly string[]): string {
  const list = join(folder, `${holder}-${randomBytes(6).toString("hex")}`);
  writeFileSync(list, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
  return list;
}

async function letGo(
  folder: string,
  list: string,
  mine: readonly string[],
  stash?: FolderStash,
): Promise<void> {
  rmSync(list, { force: true });
  const needed = new Set(othersOf(folder, list).flatMap(({ places }) => places));
  await removeEmpty(
    mine.filter((path) => !needed.has(path)),
    stash,
  );
}

/** The folders on the way to a path that are not there, the outer ones first, and the path. */
function missing(path: string, floor: string): readonly string[] {
  const found: string[] = [];
  for (let one = path; one !== floor && one.startsWith(`${floor}/`); one = dirname(one)) found.unshift(one);
  return found;
}

function othersOf(folder: string, mine: string): readonly BoxList[] {
  return listsIn(folder).filter(({ file, pid }) => file !== mine && isAlive(pid));
}

async function sweep(folder: string): Promise<void> {
  const dead = listsIn(folder).filter(({ pid }) => !isAlive(pid));
  const needed = new Set(othersOf(folder, "").flatMap(({ places }) => places));
  for (const { file, places } of dead) {
    await removeEmpty(places.filter((path) => !needed.has(path)));
    rmSync(file, { force: true });
  }
}

/**
 * What is in one by now is another's. Those of one depth at once: the kernel takes milliseconds for each folder that something was mounted on.
 */
async function removeEmpty(paths: readonly string[], stash?: FolderStash): Promise<void> {
  const byDepth = new Map<number, string[]>();
  for (const path of paths) {
    const depth = path.split("/").length;
    byDepth.set(depth, [...(byDepth.get(depth) ?? []), path]);
  }
  for (const [, all] of [...byDepth].toSorted(([a], [b]) => b - a))
    // Gone, or not empty any more: it stays.
    await Promise.all(
      all.filter((path) => !isTaken(path, stash)).map(async (path) => rmdir(path).catch(() => undefined)),
    );
}

function isTaken(path: string, stash: FolderStash | undefined): boolean {
  return stash?.take(path) === true;
}

export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

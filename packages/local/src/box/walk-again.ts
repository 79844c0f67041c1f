import { lstatSync } from "node:fs";
import { join } from "node:path";
import { listFolder, type LookBudget, type NamedEntry } from "./places-of-profile.js";

/**
 * What earlier walks have found of each folder, for a process that looks for the same again and again. It is of one profile: another one
 * asks for other names.
 */
export type FolderMemory = Map<string, FolderContent>;

/** What of a folder is asked for, and what is in it. */
interface FolderContent {
  /** The folder as the system tells it from another one and from itself after a change. */
  readonly stamp: string;
  readonly near: readonly NamedEntry[];
  readonly folders: readonly string[];
  /** How many entries it has. */
  readonly count: number;
}

/**
 * A folder that was changed so short a time ago, in ms, is listed again: another change in the same tick of the system's clock would have
 * left the same stamp.
 */
const SETTLED_MS = 2_000;

/**
 * Visits what is asked for below a folder, without following links. A folder that is as it was when it was listed is not listed again: whatever
 * comes, goes or gets another name in it changes it, at a time that no program can set.
 *
 * @param isNear whether an entry is asked for; for one memory always the same
 */
export function walkAgain(
  folder: string,
  budget: LookBudget,
  memory: FolderMemory,
  isNear: (entry: NamedEntry) => boolean,
  visit: (path: string, entry: NamedEntry) => void,
): void {
  const gone = new Set(memory.keys());
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    gone.delete(next);
    const { near, folders } = contentOf(next, budget, memory, isNear);
    for (const entry of near) visit(join(next, entry.name), entry);
    for (const name of folders) open.push(join(next, name));
  }
  for (const path of gone) memory.delete(path);
}

function contentOf(
  folder: string,
  budget: LookBudget,
  memory: FolderMemory,
  isNear: (entry: NamedEntry) => boolean,
): FolderContent {
  const before = stampOf(folder);
  const known = memory.get(folder);
  if (known !== undefined && known.stamp === before?.stamp) {
    budget.spend(known.count);
    return known;
  }
  const entries = listFolder(folder, budget);
  const content = {
    stamp: before?.stamp ?? "",
    near: entries.filter((entry) => isNear(entry)),
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    count: entries.length,
  };
  // What is not listed may be listed once its mode is another, which changes it as well.
  const isSettled = before !== undefined && before.changedMs < Date.now() - SETTLED_MS;
  if (isSettled && stampOf(folder)?.stamp === before.stamp) memory.set(folder, content);
  else memory.delete(folder);
  return content;
}

function stampOf(folder: string): { readonly stamp: string; readonly changedMs: number } | undefined {
  const stats = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { dev, ino, mode, uid, gid, ctimeNs, ctimeMs } = stats;
  return { stamp: [dev, ino, mode, uid, gid, ctimeNs].join(":"), changedMs: Number(ctimeMs) };
}

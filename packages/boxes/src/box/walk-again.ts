import { join } from "node:path";
import { type FolderStamp, isSameStamp, isSettled, type MachineView } from "./machine-view.js";
import type { NamedEntry } from "./places-of-profile.js";

/**
 * What earlier walks have found of each folder, for a process that looks for the same again and again. It is of one profile: another one
 * asks for other names.
 */
export type FolderMemory = Map<string, FolderContent>;

/** What of a folder is asked for, and what is in it. */
interface FolderContent {
  readonly stamp: FolderStamp | undefined;
  readonly near: readonly NamedEntry[];
  readonly folders: readonly string[];
  /** How many entries it has. */
  readonly count: number;
}

/**
 * Visits what is asked for below a folder, without following links. A folder that is as it was when it was listed is not listed again: whatever
 * comes, goes or gets another name in it changes it, at a time that no program can set.
 *
 * @param isNear whether an entry is asked for; for one memory always the same
 */
export function walkAgain(
  folder: string,
  view: MachineView,
  memory: FolderMemory,
  isNear: (entry: NamedEntry) => boolean,
  visit: (path: string, entry: NamedEntry) => void,
): void {
  const gone = new Set(memory.keys());
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    gone.delete(next);
    const { near, folders } = contentOf(next, view, memory, isNear);
    for (const entry of near) visit(join(next, entry.name), entry);
    for (const name of folders) open.push(join(next, name));
  }
  for (const path of gone) memory.delete(path);
}

function contentOf(
  folder: string,
  view: MachineView,
  memory: FolderMemory,
  isNear: (entry: NamedEntry) => boolean,
): FolderContent {
  const stamp = view.stampOf(folder);
  const known = memory.get(folder);
  if (known !== undefined && stamp !== undefined && isSameStamp(known.stamp, stamp)) {
    view.spend(known.count);
    view.note(folder);
    return known;
  }
  const entries = view.entriesOf(folder);
  const content = {
    stamp,
    near: entries.filter((entry) => isNear(entry)),
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    count: entries.length,
  };
  // What is not listed may be listed once its mode is another, which changes it as well.
  if (stamp !== undefined && isSettled(stamp)) memory.set(folder, content);
  else memory.delete(folder);
  return content;
}

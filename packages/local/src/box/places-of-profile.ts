import {
  type BoxPlace,
  type GlobSegments,
  matchesGlob,
  matchesSegment,
  segmentsOf,
} from "@gatehouse-hooks/box";
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";

/** A file or folder that a place of a profile names. */
export interface FoundPlace {
  readonly path: string;
  readonly isFolder: boolean;
  readonly policy: string;
  /** The globs of what stays open in it, absolute. */
  readonly except: readonly GlobSegments[];
}

/** Where globs are looked for. */
export interface Ground {
  /** Without links. */
  readonly workspace: string;
  readonly home: string;
}

/** The most files and folders that are visited: a box that has not seen all of them is not made. */
const MOST_ENTRIES = 300_000;

/** One look at a machine: many globs go the same way, and what each of them finds there is looked for once. */
export interface LookBudget {
  /** @throws Error where there is too much to look at */
  readonly spend: (entries: number) => void;
  readonly listed: Map<string, readonly Dirent[]>;
  readonly there: Map<string, boolean>;
}

/** @throws Error in `spend` where there is too much to look at */
export function lookBudget(): LookBudget {
  let entries = 0;
  return {
    listed: new Map(),
    there: new Map(),
    spend: (more) => {
      entries += more;
      if (entries > MOST_ENTRIES)
        throw new Error(
          `there are more than ${MOST_ENTRIES} files and folders to look at for what is to be hidden`,
        );
    },
  };
}

/** An entry of a folder, as far as a look at it needs it. */
export type NamedEntry = Pick<Dirent, "name" | "isFile" | "isDirectory">;

/** A glob as it is on this machine. */
export function absolute(glob: string, { workspace, home }: Ground): string {
  if (glob === "~" || glob.startsWith("~/")) return home + glob.slice(1);
  if (glob.startsWith("./")) return workspace + glob.slice(1);
  return glob.startsWith("/") ? glob : join(workspace, glob);
}

/** Whether a glob names files wherever they are in the workspace. */
export function isFloating(glob: string): boolean {
  return glob.startsWith("**");
}

/** What is there of a glob with a literal beginning: each segment with a wildcard lists one folder. */
export function placesOf(place: BoxPlace, ground: Ground, budget: LookBudget): readonly FoundPlace[] {
  const parts = segmentsOf(absolute(place.glob, ground));
  const isLast = (index: number): boolean => index === parts.length - 1 || parts[index + 1] === "**";
  let paths: readonly string[] = [""];
  for (const [index, part] of parts.entries()) {
    if (part === "**") {
      if (index < parts.length - 1)
        return paths.flatMap((folder) => below(folder, parts, place, ground, budget));
      break;
    }
    paths = /[*?[]/.test(part)
      ? paths.flatMap((folder) =>
          listOnce(folder === "" ? "/" : folder, budget)
            .filter((entry) => matchesSegment(part, entry.name) && (isLast(index) || mayHold(entry)))
            .map(({ name }) => `${folder}/${name}`),
        )
      : paths.map((folder) => `${folder}/${part}`).filter((path) => isThereOnce(path, budget));
  }
  return paths.flatMap((path) => resolved(path === "" ? "/" : path, place, ground));
}

function below(
  folder: string,
  glob: GlobSegments,
  place: BoxPlace,
  ground: Ground,
  budget: LookBudget,
): readonly FoundPlace[] {
  const found: FoundPlace[] = [];
  walk(folder === "" ? "/" : folder, budget, (path) => {
    if (matchesGlob(glob, segmentsOf(path))) found.push(...resolved(path, place, ground));
  });
  return found;
}

/** A place itself, or what it leads to: whoever reads a link reads that. */
export function resolved(path: string, { policy, except }: BoxPlace, ground: Ground): readonly FoundPlace[] {
  const real = realOf(path);
  const stats = real === undefined ? undefined : statOf(real);
  if (real === undefined || stats === undefined || stats.isCharacterDevice()) return [];
  const open = except.map((glob) => openSegments(glob, ground));
  return [{ path: real, isFolder: stats.isDirectory(), policy, except: open }];
}

/** What stays open, wherever it is where the glob does not say. */
export function openSegments(glob: string, ground: Ground): GlobSegments {
  return segmentsOf(isFloating(glob) ? glob : absolute(glob, ground));
}

/** Visits everything below a folder, without following links. */
export function walk(
  folder: string,
  budget: LookBudget,
  visit: (path: string, entry: NamedEntry) => void,
): void {
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of listOnce(next, budget)) {
      const path = next === "/" ? `/${entry.name}` : `${next}/${entry.name}`;
      visit(path, entry);
      if (entry.isDirectory()) open.push(path);
    }
  }
}

/** Whether something can be below an entry. */
function mayHold(entry: Dirent): boolean {
  return entry.isDirectory() || entry.isSymbolicLink();
}

function listOnce(folder: string, budget: LookBudget): readonly Dirent[] {
  const known = budget.listed.get(folder);
  if (known !== undefined) return known;
  const entries = listFolder(folder, budget);
  budget.listed.set(folder, entries);
  return entries;
}

function isThereOnce(path: string, { there }: LookBudget): boolean {
  const known = there.get(path);
  if (known !== undefined) return known;
  const isThere = statOf(path) !== undefined;
  there.set(path, isThere);
  return isThere;
}

export function listFolder(folder: string, budget: LookBudget): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // What this user cannot list, the box cannot either.
    return [];
  }
  budget.spend(entries.length);
  return entries;
}

export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The files of a folder, not of those in it. */
export function filesIn(folder: string, budget: LookBudget): readonly string[] {
  return listFolder(folder, budget)
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

/** Whether a folder is there, and nothing is in it. */
export function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

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
export const MOST_ENTRIES = 300_000;

/** What is visited more than once counts once for each time. */
export interface LookBudget {
  entries: number;
}

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
  let paths: readonly string[] = [""];
  for (const [index, part] of parts.entries()) {
    if (part === "**") {
      if (index < parts.length - 1)
        return paths.flatMap((folder) => below(folder, parts, place, ground, budget));
      break;
    }
    paths = /[*?[]/.test(part)
      ? paths.flatMap((folder) =>
          entriesOf(folder === "" ? "/" : folder, budget)
            .filter(({ name }) => matchesSegment(part, name))
            .map(({ name }) => `${folder}/${name}`),
        )
      : paths.map((folder) => `${folder}/${part}`).filter((path) => statOf(path) !== undefined);
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
export function walk(folder: string, budget: LookBudget, visit: (path: string, entry: Dirent) => void): void {
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next, budget)) {
      const path = next === "/" ? `/${entry.name}` : `${next}/${entry.name}`;
      visit(path, entry);
      if (entry.isDirectory()) open.push(path);
    }
  }
}

function entriesOf(folder: string, budget: LookBudget): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // What this user cannot list, the box cannot either.
    return [];
  }
  budget.entries += entries.length;
  if (budget.entries > MOST_ENTRIES)
    throw new Error(
      `there are more than ${MOST_ENTRIES} files and folders to look at for what is to be hidden`,
    );
  return entries;
}

export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The files of a folder, not of those in it. */
export function filesIn(folder: string, budget: LookBudget): readonly string[] {
  return entriesOf(folder, budget)
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

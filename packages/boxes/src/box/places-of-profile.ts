import {
  type BoxPlace,
  type GlobSegments,
  matchesGlob,
  matchesSegment,
  segmentsOf,
} from "@gatehouse-hooks/box";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import type { MachineView } from "./machine-view.js";

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
export function placesOf(place: BoxPlace, ground: Ground, view: MachineView): readonly FoundPlace[] {
  const parts = segmentsOf(absolute(place.glob, ground));
  const isLast = (index: number): boolean => index === parts.length - 1 || parts[index + 1] === "**";
  let paths: readonly string[] = [""];
  for (const [index, part] of parts.entries()) {
    if (part === "**") {
      if (index < parts.length - 1)
        return paths.flatMap((folder) => below(folder, parts, place, ground, view));
      break;
    }
    paths = /[*?[]/.test(part)
      ? paths.flatMap((folder) =>
          view
            .entriesOf(folder === "" ? "/" : folder)
            .filter((entry) => matchesSegment(part, entry.name) && (isLast(index) || mayHold(entry)))
            .map(({ name }) => `${folder}/${name}`),
        )
      : paths.map((folder) => `${folder}/${part}`).filter((path) => view.statOf(path) !== undefined);
  }
  return paths.flatMap((path) => resolved(path === "" ? "/" : path, place, ground, view));
}

function below(
  folder: string,
  glob: GlobSegments,
  place: BoxPlace,
  ground: Ground,
  view: MachineView,
): readonly FoundPlace[] {
  const found: FoundPlace[] = [];
  walk(folder === "" ? "/" : folder, view, (path) => {
    if (matchesGlob(glob, segmentsOf(path))) found.push(...resolved(path, place, ground, view));
  });
  return found;
}

/** A place itself, or what it leads to: whoever reads a link reads that. */
export function resolved(
  path: string,
  { policy, except }: BoxPlace,
  ground: Ground,
  view: MachineView,
): readonly FoundPlace[] {
  const real = view.realOf(path);
  const stats = real === undefined ? undefined : view.statOf(real);
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
  view: MachineView,
  visit: (path: string, entry: NamedEntry) => void,
): void {
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of view.entriesOf(next)) {
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

/** The files of a folder, not of those in it. */
export function filesIn(folder: string, view: MachineView): readonly string[] {
  return view
    .entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

/** Whether a folder is there, and nothing is in it. */
export function isEmptyFolder(path: string, view: MachineView): boolean {
  return view.statOf(path)?.isDirectory() === true && view.entriesOf(path).length === 0;
}

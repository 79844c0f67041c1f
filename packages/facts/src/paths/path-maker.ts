import {
  type Field,
  type FieldPart,
  hole,
  literalOf,
  mayBeginEmpty,
  partsOfField,
  resolvePath,
  slashField,
} from "@gatehouse-hooks/shell";
import type { PathFact } from "../facts.js";
import { type SpelledSet, setsOf, type PathUse } from "./path-sets.js";
import { spellingsOf } from "./path-spellings.js";
import type { Surroundings } from "./surroundings.js";
import { wildNames } from "./wild-names.js";

/** Disks, what is made of disks, and memory, by how their names begin below `/dev`; `packs/destructive.yaml` has the same names. */
const DEVICES =
  /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|dm-|md|nbd|ram|zram|pmem|dax|sr|mtd|bcache|drbd|rbd|mapper\/|block\/|zvol\/|vg[^/]*\/|mem$|kmem$|port$)/;

/** Devices whose content is a disk's or the machine's: whoever writes there writes past every file. */
export function isDevice(path: string): boolean {
  return DEVICES.test(path);
}

/**
 * The path facts of one field: one for each directory that it may be relative to. Where it leads through links that were looked up, the
 * first is of the path without them, and one follows for each other name: a policy may mean either.
 */
export function pathFacts(
  given: Field,
  directories: readonly Field[],
  use: PathUse,
  surroundings: Surroundings,
): readonly PathFact[] {
  const field = slashField(given, surroundings.isWindows);
  // A path with a drive is one of Windows, which does not tell large letters from small ones.
  if (field !== given && !surroundings.folds)
    return factsIn(field, directories, use, { ...surroundings, folds: true, mayFold: true });
  return factsIn(field, directories, use, surroundings);
}

function factsIn(
  field: Field,
  directories: readonly Field[],
  use: PathUse,
  around: Surroundings,
): readonly PathFact[] {
  const isAbsolute = typeof field === "string" ? field.startsWith("/") : false;
  const bases = isAbsolute || directories.length === 0 ? ["/"] : directories;
  const here = use.place === "here" ? around : { ...around, workspace: null, links: null, walk: null };
  const facts: PathFact[] = [];
  // An unset variable is also the empty text: `rm -rf "$X/etc"` deletes `/etc`.
  if (use.tree === true && use.keepsLink === true && use.op !== "move")
    for (const directory of bases)
      for (const one of emptyReadings(field, directory))
        facts.push(...pathFacts(one, ["/"], { ...use, maybe: true }, around));
  for (const directory of bases) {
    const { field: resolved, below } = directoryOf(resolvePath(field, directory));
    // What is below a folder is reached through it, also where the folder is a link.
    const used = below ? { ...use, tree: true, keepsLink: false } : use;
    for (const set of setsOf(resolved, writtenOf(field, directory), used, here)) {
      const names = namedSets(set, used, here);
      const fact = pathFact(set, used, around);
      if (names === null) facts.push(fact);
      else {
        facts.push({ ...fact, wild: "set" });
        for (const one of names) facts.push({ ...pathFact(one, used, around), wild: "name" });
      }
    }
  }
  return facts;
}

/** The path where what it begins with is nothing: of a folder's name, the home folder, where `cd` goes then. */
function emptyReadings(field: Field, directory: Field): readonly Field[] {
  const rest = partsOfField(field).slice(1);
  if (mayBeginEmpty(field)) return startsAtRoot(rest) ? [rest] : [];
  const first = partsOfField(field)[0];
  const isRelative = first !== undefined && first.kind !== "hole" && !startsAtRoot([first]);
  return isRelative && mayBeginEmpty(directory) ? [resolvePath(field, hole([], "home"))] : [];
}

function startsAtRoot([first]: readonly FieldPart[]): boolean {
  return first?.kind === "text" && first.text.startsWith("/");
}

/** The names that a set with wildcards is taken to mean; `null` where it is what it says. */
function namedSets(set: SpelledSet, use: PathUse, around: Surroundings): readonly SpelledSet[] | null {
  if (set.certainty === "unknown") return null;
  const { path, home } = set;
  if (path === null)
    return home === null ? null : (wildNames(home, around)?.map((one) => ({ ...set, home: one })) ?? null);
  const names = path.startsWith("/") ? wildNames(path, around) : null;
  return names?.map((one) => ({ ...set, path: one, ...spellingsOf(one, use.tree === true, around) })) ?? null;
}

function pathFact(set: SpelledSet, use: PathUse, { folds }: Surroundings): PathFact {
  const { path, home, local, homeGuessed, certainty, linksChecked } = set;
  const fact: PathFact = {
    path,
    home,
    local,
    tree: use.tree === true,
    op: use.op ?? "content",
    list: use.list === true,
    append: use.append === true,
    place: use.place,
    certainty: certainty === "exact" && use.maybe ? "maybe" : certainty,
    linksChecked,
    by: use.by,
    span: use.span,
  };
  // Most facts have neither.
  if (!homeGuessed && !folds) return fact;
  return { ...fact, ...(homeGuessed ? { homeGuessed } : {}), ...(folds ? { folds } : {}) };
}

/** The path with `..` where it was written, if all of it is known: behind a link that is another folder. */
function writtenOf(field: Field, directory: Field): string | null {
  const known = literalOf(field);
  if (known === null) return null;
  if (known.startsWith("/")) return known;
  return typeof directory === "string" ? `${directory}/${known}` : null;
}

/**
 * Everything below a directory (`find src -exec cat {} +`) is its tree: what is only somewhere in it, such as `**` + `/.env`, is
 * then not touched merely because it could be there.
 */
function directoryOf(field: Field): { readonly field: Field; readonly below: boolean } {
  if (typeof field === "string") return { field, below: false };
  const last = field.at(-1);
  const before = field.at(-2);
  if (last?.kind !== "glob" || last.text !== "**" || before?.kind !== "text" || !before.text.endsWith("/"))
    return { field, below: false };
  const text = before.text.slice(0, -1);
  const kept = text === "" && field.length === 2 ? "/" : text;
  const parts: Field = [...field.slice(0, -2), { ...before, text: kept }];
  return { field: field.length === 2 ? kept : parts, below: true };
}

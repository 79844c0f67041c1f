import { type Field, hasHole, joinFields } from "@gatehouse-hooks/shell";
import type { Certainty, FactPlace, FactSpan, PathOperation } from "../facts.js";
import { nameMatcher } from "./may-match.js";
import { namedGlob, namedPath } from "./named-links.js";
import { escapeGlob, globOf } from "./path-globs.js";
import { spellingsOf } from "./path-spellings.js";
import type { Surroundings } from "./surroundings.js";

/** A set of paths. */
export interface SpelledSet {
  /** As a glob; `null`: nothing is known of it. */
  readonly path: string | null;
  readonly certainty: Certainty;
  readonly home: string | null;
  readonly local: string | null;
  readonly homeGuessed: boolean;
  readonly linksChecked: boolean;
}

const UNKNOWN: SpelledSet = {
  path: null,
  home: null,
  local: null,
  homeGuessed: false,
  certainty: "unknown",
  linksChecked: false,
};

/**
 * The sets of paths that a field stands for: one, and one more for each other name that it has through links.
 *
 * @param resolved absolute and normal
 * @param written the same before it was made normal, where all of it is known
 */
export function setsOf(
  resolved: Field,
  written: string | null,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  const sets = allSetsOf(resolved, written, use, around);
  if (sets.length <= MOST_SETS) return sets;
  around.unseen.push({ path: sets[0]?.path ?? "", span: use.span });
  return sets.slice(0, MOST_SETS);
}

/** The most names of one field. */
const MOST_SETS = 48;

function allSetsOf(
  resolved: Field,
  written: string | null,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  if (typeof resolved === "string") return setsOfPath(resolved, written, use, around);
  const first = resolved[0];
  if (first?.kind === "hole" && first.form === "home") {
    const rest = resolved.slice(1);
    // Code of other languages says only that it is the home folder.
    if (around.home !== null && use.place === "here")
      return allSetsOf(joinFields(around.home, rest), null, use, around);
    return [{ ...UNKNOWN, home: `~${globOf(rest)}`, certainty: hasHole(rest) ? "maybe" : "exact" }];
  }
  const glob = globOf(resolved);
  if (first?.kind === "hole") {
    // Unknown from the start: only the end may be known.
    const known = /^\*\*(\/.+)$/.exec(glob)?.[1];
    // An event that does not say where it happens has no other workspace than the folder that it begins in.
    const isHere = first.form === "here" && around.workspace === null && use.place === "here";
    if (known === undefined) return [{ ...UNKNOWN, local: isHere ? "." : null }];
    return [
      {
        ...UNKNOWN,
        path: `**${known}`,
        local: isHere ? `.${known}` : null,
        certainty: first.form === "above" ? "maybe" : "unknown",
        linksChecked: around.links !== null,
      },
    ];
  }
  return setsOfGlob(glob, resolved, use, around);
}

function setsOfPath(
  resolved: string,
  written: string | null,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  if (around.walk !== null) return setsAt(written ?? resolved, "", true, "exact", use, around);
  const path = namedPath(resolved, around);
  const set = namedSet(path === null ? null : escapeGlob(path), escapeGlob(resolved), "exact", use, around);
  return withMade([set], written ?? resolved, "", use, around);
}

/** The most links that one wildcard is taken to match. */
const MOST_MATCHED = 8;

function setsOfGlob(
  glob: string,
  resolved: Exclude<Field, string>,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  const certainty = hasHole(resolved) ? "maybe" : "exact";
  const named = (): SpelledSet => namedSet(namedGlob(glob, resolved, around), glob, certainty, use, around);
  if (around.walk === null && around.made.isEmpty) return [named()];
  const first = resolved[0];
  const folder = first?.kind === "text" ? first.text.slice(0, Math.max(0, first.text.lastIndexOf("/"))) : "";
  const rest = glob.slice(escapeGlob(folder).length);
  const { links, below, isWhole } = matchedIn(folder, rest, use, around);
  const inFolder = { ...use, keepsLink: false };
  const sets =
    around.walk === null
      ? withMade([named()], folder, rest, inFolder, around)
      : setsAt(folder, rest, isWhole, certainty, inFolder, around);
  const more = links.flatMap((name) =>
    setsAt(`${folder}/${name}`, below, below === "", certainty, inFolder, around),
  );
  return [...sets, ...more];
}

/** The links that the first wildcard of a path matches. */
interface MatchedLinks {
  readonly links: readonly string[];
  /** What the path has behind that wildcard's name. */
  readonly below: string;
  /** No other link is part of the path. */
  readonly isWhole: boolean;
}

/** @param rest of the glob, behind the folder */
function matchedIn(folder: string, rest: string, use: PathUse, around: Surroundings): MatchedLinks {
  const [, segment = "", below = ""] = /^\/([^/]*)(.*)$/s.exec(rest) ?? [];
  const isDeep = segment.includes("**");
  const isLast = below === "" && !isDeep;
  // Links that are deleted are not followed; what is in folders that are not known is not looked at.
  if (isDeep || (isLast && use.keepsLink === true)) return { links: [], below, isWhole: isLast };
  const links = linksOf(folder, around)?.filter(nameMatcher(segment, around.folds));
  const isSeen = links !== undefined && links.length <= MOST_MATCHED;
  if (!isSeen) around.unseen.push({ path: `${folder}${rest}`, span: use.span });
  return { links: links?.slice(0, MOST_MATCHED) ?? [], below, isWhole: isLast && isSeen };
}

/** The names of the links in a folder, of the file system and of the text; `null` when they cannot be told. */
function linksOf(folder: string, { walk, made }: Surroundings): readonly string[] | null {
  const own = made.linksIn(folder === "" ? "/" : folder);
  if (walk === null) return own;
  const found = walk.looks.linksIn(walk.along(folder, false).path);
  return found === null ? null : [...own, ...found];
}

/**
 * The sets of a path and a glob below it, by looking.
 *
 * @param isWhole no link below the path is left out
 */
function setsAt(
  written: string,
  rest: string,
  isWhole: boolean,
  certainty: Certainty,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  const walked = around.walk?.along(written, use.keepsLink === true) ?? null;
  if (walked === null) return withMade([], written, rest, use, around);
  const { path, names, isChecked } = walked;
  if (!isChecked) around.unseen.push({ path: written, span: use.span });
  const sets = [path, ...names].map((one) =>
    spelled(globIn(one, rest), certainty, isChecked && isWhole, use, around),
  );
  return withMade(sets, written, rest, use, around);
}

function globIn(folder: string, rest: string): string {
  return escapeGlob(folder === "/" && rest !== "" ? "" : folder) + rest;
}

/** Beside the sets those through links that the text has made before: that may have failed, so nothing is taken back. */
function withMade(
  sets: readonly SpelledSet[],
  written: string,
  rest: string,
  use: PathUse,
  around: Surroundings,
): readonly SpelledSet[] {
  if (around.made.isEmpty || use.place !== "here") return sets;
  // Making a link is not writing to what it points to.
  const keepsLast = use.keepsLink === true || use.op === "link";
  const walked = around.made.along(written, keepsLast, around.walk?.looks.at ?? null);
  for (const { path, isChecked } of walked) if (!isChecked) around.unseen.push({ path, span: use.span });
  const known = new Set(sets.map(({ path }) => path));
  const paths = walked.flatMap(({ path, names }) => [path, ...names]).map((one) => globIn(one, rest));
  const more = [...new Set(paths)].filter((one) => !known.has(one));
  return [...sets, ...more.map((one) => spelled(one, "maybe", false, use, around))];
}

/** @param path by the links that the event names; `null`: there are too many on the way */
function namedSet(
  path: string | null,
  glob: string,
  certainty: Certainty,
  use: PathUse,
  around: Surroundings,
): SpelledSet {
  if (path === null) around.unseen.push({ path: glob, span: use.span });
  return spelled(path ?? glob, certainty, path !== null && around.links !== null, use, around);
}

function spelled(
  path: string,
  certainty: Certainty,
  linksChecked: boolean,
  { tree }: PathUse,
  around: Surroundings,
): SpelledSet {
  const { home, local, homeGuessed } = spellingsOf(path, tree === true, around);
  return { path, certainty, home, local, homeGuessed, linksChecked };
}

/** What is done to the path. */
export interface PathUse {
  readonly tree?: boolean;
  readonly op?: PathOperation;
  readonly list?: boolean;
  readonly append?: boolean;
  /** A link is deleted or moved itself, and not what it points to. */
  readonly keepsLink?: boolean;
  readonly place: FactPlace;
  readonly maybe: boolean;
  readonly by: string;
  readonly span: FactSpan;
}

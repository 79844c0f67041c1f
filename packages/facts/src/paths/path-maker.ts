import { type Field, hasHole, literalOf, resolvePath } from "@gatehouse-hooks/shell";
import type { Certainty, FactPlace, FactSpan, PathFact, PathOperation } from "../facts.js";
import { namedGlob, namedPath } from "./named-links.js";
import { escapeGlob, globOf } from "./path-globs.js";
import { spellingsOf } from "./path-spellings.js";
import type { Surroundings } from "./surroundings.js";

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

/**
 * The path facts of one field: one for each directory that it may be relative to. Where it leads through links that were looked up, the
 * first is of the path without them, and one follows for each other name: a policy may mean either.
 */
export function pathFacts(
  field: Field,
  directories: readonly Field[],
  use: PathUse,
  around: Surroundings,
): readonly PathFact[] {
  const isAbsolute = typeof field === "string" ? field.startsWith("/") : false;
  const bases = isAbsolute || directories.length === 0 ? ["/"] : directories;
  return bases.flatMap((directory) => {
    const { field: resolved, below } = directoryOf(resolvePath(field, directory));
    // What is below a folder is reached through it, also where the folder is a link.
    const used = below ? { ...use, tree: true, keepsLink: false } : use;
    const here = use.place === "here" ? around : { ...around, workspace: null, links: null, walk: null };
    return setsOf(resolved, writtenOf(field, directory), used, here).map((set) =>
      pathFact(set, used, around),
    );
  });
}

/** A set of paths. */
interface PathSet {
  /** As a glob; `null`: nothing is known of it. */
  readonly path: string | null;
  readonly certainty: Certainty;
  readonly home: string | null;
  readonly local: string | null;
  readonly homeGuessed: boolean;
  readonly linksChecked: boolean;
}

function pathFact(set: PathSet, use: PathUse, { folds }: Surroundings): PathFact {
  const { path, home, local, homeGuessed, certainty, linksChecked } = set;
  return {
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
    ...(homeGuessed ? { homeGuessed } : {}),
    ...(folds ? { folds } : {}),
    by: use.by,
    span: use.span,
  };
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

const UNKNOWN: PathSet = {
  path: null,
  home: null,
  local: null,
  homeGuessed: false,
  certainty: "unknown",
  linksChecked: false,
};

function setsOf(
  resolved: Field,
  written: string | null,
  use: PathUse,
  around: Surroundings,
): readonly PathSet[] {
  const { walk, links, unseen } = around;
  const spelled = (path: string, certainty: Certainty, linksChecked: boolean): PathSet => ({
    path,
    certainty,
    linksChecked,
    ...spellingsOf(path, use.tree === true, around),
  });
  /** By the links that the event names; `null`: through too many of them. */
  const named = (path: string | null, glob: string, certainty: Certainty): PathSet => {
    if (path === null) unseen.push({ path: glob, span: use.span });
    return spelled(path ?? glob, certainty, path !== null && links !== null);
  };
  if (typeof resolved === "string") {
    if (walk === null) {
      const path = namedPath(resolved, around);
      return [named(path === null ? null : escapeGlob(path), escapeGlob(resolved), "exact")];
    }
    const { path, names, isChecked } = walk.along(written ?? resolved, use.keepsLink === true);
    if (!isChecked) unseen.push({ path, span: use.span });
    return [path, ...names].map((one) => spelled(escapeGlob(one), "exact", isChecked));
  }
  const first = resolved[0];
  if (first?.kind === "hole" && first.form === "home") {
    const rest = resolved.slice(1);
    return [{ ...UNKNOWN, home: `~${globOf(rest)}`, certainty: hasHole(rest) ? "maybe" : "exact" }];
  }
  const glob = globOf(resolved);
  if (first?.kind === "hole") {
    // Unknown from the start: only the end may be known.
    const known = /^\*\*(\/.+)$/.exec(glob)?.[1];
    return [known === undefined ? UNKNOWN : { ...UNKNOWN, path: `**${known}`, linksChecked: links !== null }];
  }
  const certainty = hasHole(resolved) ? "maybe" : "exact";
  if (walk === null) return [named(namedGlob(glob, resolved, around), glob, certainty)];
  const folder = first?.kind === "text" ? first.text.slice(0, Math.max(0, first.text.lastIndexOf("/"))) : "";
  const rest = glob.slice(escapeGlob(folder).length);
  const { path, names, isChecked } = walk.along(folder, false);
  if (!isChecked) unseen.push({ path: folder, span: use.span });
  // What a wildcard matches may be a link.
  return [path === "/" ? "" : path, ...names].map((one) => spelled(escapeGlob(one) + rest, certainty, false));
}

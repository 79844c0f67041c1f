import { type Field, hasHole, literalOf, partsOfField, resolvePath } from "@gatehouse-hooks/shell";
import type { Certainty, PathFact, PathOperation, FactPlace, FactSpan } from "../facts.js";

/** Where a call happens. */
export interface Surroundings {
  /** Absolute and normal; `null` when the event does not say. */
  readonly home: string | null;
  readonly cwd: string | null;
  readonly workspace: string | null;
  /** Symbolic links and what they point to, longest first; `null` when they were not looked up. */
  readonly links: readonly (readonly [from: string, to: string])[] | null;
}

/** What is done to the path. */
export interface PathUse {
  readonly tree?: boolean;
  readonly op?: PathOperation;
  readonly list?: boolean;
  readonly append?: boolean;
  readonly place: FactPlace;
  readonly maybe: boolean;
  readonly by: string;
  readonly span: FactSpan;
}

/** The path facts of one field: one for each directory that it may be relative to. */
export function pathFacts(
  field: Field,
  directories: readonly Field[],
  use: PathUse,
  around: Surroundings,
): readonly PathFact[] {
  const isAbsolute = typeof field === "string" ? field.startsWith("/") : false;
  const bases = isAbsolute || directories.length === 0 ? ["/"] : directories;
  return bases.map((directory) => pathFact(resolvePath(field, directory), use, around));
}

function pathFact(resolved: Field, use: PathUse, around: Surroundings): PathFact {
  const { place } = use;
  const { field, below } = directoryOf(resolved);
  const spelled = spell(field, place === "here" ? around : { ...around, workspace: null, links: null });
  const certainty: Certainty = spelled.certainty === "exact" && use.maybe ? "maybe" : spelled.certainty;
  const tree = use.tree === true || below;
  return {
    path: spelled.path,
    home: spelled.home ?? (tree && containsHome(spelled.path, around) ? "~" : null),
    local: spelled.local,
    tree,
    op: use.op ?? "content",
    list: use.list === true,
    append: use.append === true,
    place,
    certainty,
    linksChecked: around.links !== null && spelled.path !== null,
    by: use.by,
    span: use.span,
  };
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

interface Spelled {
  readonly path: string | null;
  readonly home: string | null;
  readonly local: string | null;
  readonly certainty: Certainty;
}

const UNKNOWN: Spelled = { path: null, home: null, local: null, certainty: "unknown" };

function spell(resolved: Field, around: Surroundings): Spelled {
  if (typeof resolved === "string") {
    const real = followLinks(resolved, around);
    const path = escapeGlob(real);
    return {
      path,
      home: below(path, around.home, "~"),
      local: below(path, around.workspace, "."),
      certainty: "exact",
    };
  }
  const first = resolved[0];
  if (first?.kind === "hole" && first.form === "home") {
    const rest = globOf(resolved.slice(1));
    return {
      path: null,
      home: `~${rest}`,
      local: null,
      certainty: hasHole(resolved.slice(1)) ? "maybe" : "exact",
    };
  }
  const glob = globOf(resolved);
  if (first?.kind === "hole") {
    // Unknown from the start: only the end may be known.
    const known = /^\*\*(\/.+)$/.exec(glob)?.[1];
    return known === undefined ? UNKNOWN : { ...UNKNOWN, path: `**${known}` };
  }
  const path = linkedGlob(glob, resolved, around);
  return {
    path,
    home: below(path, around.home, "~"),
    local: below(path, around.workspace, "."),
    certainty: hasHole(resolved) ? "maybe" : "exact",
  };
}

/** Characters that mean something in a glob get a backslash. */
export function escapeGlob(text: string): string {
  return /[*?[\]{}\\!]/.test(text) ? text.replace(/[*?[\]{}\\]/g, String.raw`\$&`) : text;
}

/** A field as a glob: text escaped, unknown parts as wildcards. */
export function globOf(field: Field): string {
  if (typeof field === "string") return escapeGlob(field);
  let glob = "";
  for (const part of partsOfField(field)) {
    if (part.kind === "text") glob += escapeGlob(part.text);
    else if (part.kind === "glob")
      glob += operatorGlob(part.text, part.dots !== true && (glob === "" || glob.endsWith("/")));
    else glob += part.form === "number" || part.form === "name" ? "*" : "**";
  }
  return glob;
}

/**
 * `*`, `?` and `[…]` stay; of `@(…)` only that something is there is said. At the start of a name none of the first two is a dot:
 * `rm -rf *` leaves `.git`.
 */
function operatorGlob(operator: string, starts: boolean): string {
  if (operator === "**") return operator;
  if (operator === "*") return starts ? "[!.]*" : "*";
  if (operator === "?" || operator.startsWith("[")) return starts ? "[!.]" : "?";
  return "*";
}

function below(path: string, directory: string | null, name: string): string | null {
  if (directory === null || directory === "/") return null;
  const escaped = escapeGlob(directory);
  if (path === escaped) return name;
  return path.startsWith(`${escaped}/`) ? name + path.slice(escaped.length) : null;
}

/** A tree that contains the home directory. */
function containsHome(path: string | null, { home }: Surroundings): boolean {
  if (home === null || path === null) return false;
  return path === "/" || escapeGlob(home).startsWith(`${path}/`);
}

/** Links on the way are replaced by what they point to; a chain of them is followed at most eight times. */
function followLinks(path: string, { links }: Surroundings): string {
  if (links === null || links.length === 0) return path;
  let current = path;
  for (let round = 0; round < 8; round++) {
    const link = links.find(([from]) => current === from || current.startsWith(`${from}/`));
    if (link === undefined) return current;
    const target = literalOf(resolvePath(link[1], parentOf(link[0]))) ?? link[1];
    current = target + current.slice(link[0].length);
  }
  return current;
}

function linkedGlob(
  glob: string,
  resolved: readonly { readonly kind: string }[],
  around: Surroundings,
): string {
  const first = resolved[0];
  if (around.links === null || around.links.length === 0 || first?.kind !== "text") return glob;
  const slash = glob.search(/[*?[]/);
  const known = slash === -1 ? glob : glob.slice(0, glob.lastIndexOf("/", slash));
  const real = followLinks(known.replace(/\\(.)/g, "$1"), around);
  return escapeGlob(real) + glob.slice(known.length);
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

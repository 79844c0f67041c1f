import {
  type Alternatives,
  type Field,
  type Origins,
  collapse,
  hole,
  literalOf,
  originsOf,
  partsOfField,
  resolvePath,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import type { PathFact } from "../facts.js";
import { pathFacts } from "../paths/path-maker.js";
import { simpleMatch } from "./compile-usage.js";
import type { ProgramCall } from "./program-call.js";

/**
 * The content of a path that is read: what the text wrote to it; else a hole that comes from it, and from what the text wrote
 * around it: to a directory that holds it (`cp -r certs out; cat out/a`), to files that a glob finds, and with `tree` to files
 * below it.
 *
 * @param facts the path's own facts
 */
export function contentOf(
  context: ProgramCall,
  field: Field,
  facts: readonly PathFact[],
  tree: boolean,
): Alternatives {
  const { world } = context;
  const path = context.absolute(field);
  const known = path === null ? null : world.file(path);
  const files = world.files();
  const own = ownOrigins(known, facts);
  if (files.size === 0 || (known !== null && !tree)) return known ?? [hole(own)];
  const places = context.directories.map((one) => placeOf(resolvePath(field, one)));
  // Files that are known by name come first: there is a limit for origins.
  let around: Origins = [];
  for (const [name, content] of files) {
    world.spend(8 + name.length * places.length);
    if (name === path || name.startsWith("/dev/fd/")) continue;
    const how = places.map((place) => nearness(place, name, tree)).find((one) => one !== null);
    if (how === undefined || (how === "around" && known !== null)) continue;
    const named = how === "inside" ? namedOrigins(context, name, facts) : [];
    around = uniteOrigins(uniteOrigins(around, named), originsOf(collapse(content)));
  }
  return around.length === 0 ? (known ?? [hole(own)]) : [hole(uniteOrigins(around, own))];
}

function ownOrigins(known: Alternatives | null, facts: readonly PathFact[]): Origins {
  return known === null ? facts.map((file) => ({ kind: "file", file })) : originsOf(collapse(known));
}

/** What the text put into a directory that holds a file, and so perhaps into the file; `null` when there is none. */
export function writtenAround(context: ProgramCall, field: Field): Alternatives | null {
  const content = contentOf(context, field, [], false);
  return content.every((one) => originsOf(one).length > 0) ? content : null;
}

/** An absolute path, with `*` for what is not known. */
interface Place {
  readonly form: string;
  /** What comes before the first `*`. */
  readonly lead: string;
  readonly isKnown: boolean;
}

function placeOf(resolved: Field): Place {
  const form = partsOfField(resolved)
    .map((part) => (part.kind === "text" ? part.text : "*"))
    .join("");
  const star = form.indexOf("*");
  return { form, lead: star === -1 ? form : form.slice(0, star), isKnown: literalOf(resolved) !== null };
}

/** How a file that was written is part of what is read. A name with a star is of several files (`split`). */
function nearness(place: Place, name: string, tree: boolean): "inside" | "around" | null {
  const { form, lead, isKnown } = place;
  const star = name.indexOf("*");
  if (lead.startsWith(`${name}/`)) return "around";
  if (
    star !== -1 &&
    (isKnown ? simpleMatch(name, form) : lead.startsWith(name.slice(0, star)) || name.startsWith(lead))
  )
    return "around";
  // Unknown from its start: it could be any file, which `sends` says already.
  if (lead === "" || (lead === "/" && !isKnown)) return null;
  if (!isKnown) return simpleMatch(form, name) ? "inside" : null;
  return tree && name.startsWith(form === "/" ? "/" : `${form}/`) ? "inside" : null;
}

/** The file itself, when it was found by the name of something else. */
function namedOrigins(context: ProgramCall, name: string, facts: readonly PathFact[]): Origins {
  const [first] = facts;
  if (first === undefined) return [];
  return pathFacts(
    name,
    ["/"],
    { place: first.place, maybe: first.certainty !== "exact", by: first.by, span: first.span },
    context.reading.around,
  ).map((file) => ({ kind: "file", file }));
}

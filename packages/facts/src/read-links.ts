import { literalOf, resolvePath, showField, type Field } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./programs/program-call.js";

const MAKES_LINKS: ReadonlySet<string> = new Set(["ln", "gln", "link", "symlink"]);

/** Links and FIFOs that a call makes: what is done through them later is done to what they lead to. */
export function readLinks(context: ProgramCall): void {
  const { name, call } = context;
  if (name === "New-Item") readItem(context);
  else if (name === "mkfifo" || name === "mknod") readFifos(context);
  else if (MAKES_LINKS.has(name)) linkAll(context, name === "symlink" || context.has("-s"));
  else if ((name === "cp" || name === "gcp") && context.has("-s", "-l")) linkAll(context, context.has("-s"));
  else if (name === "mount" && call.fields.some((one) => /^(?:-B|--bind|--rbind|-R)$/.test(showField(one))))
    linkAll(context, false, true);
}

/** A link of PowerShell. */
function readItem(context: ProgramCall): void {
  const kind = showField(context.option("-ItemType")?.value ?? "");
  const place = context.option("-Path")?.value ?? context.operands[0]?.field;
  const name = context.option("-Name")?.value;
  const source = (context.option("-Target") ?? context.option("-Value"))?.value;
  if (!/link|junction/i.test(kind) || !source || (!place && !name)) return;
  const path = name ? resolvePath(name, place ?? ".") : (place ?? ".");
  makeLink(context, source, path, /symbolic/i.test(kind));
}

function readFifos(context: ProgramCall): void {
  const [first, kind] = context.operands;
  if (context.name === "mknod" && (kind === undefined || literalOf(kind.field) !== "p")) return;
  const made = context.name === "mknod" && first !== undefined ? [first] : context.operands;
  for (const { field } of made) for (const path of context.absolutes(field)) context.world.fifo(path);
}

function linkAll(context: ProgramCall, symbolic: boolean, binds = false): void {
  const { to, sources, isFolder, isWritten } = placeOf(context);
  const beside = symbolic && !context.has("-r");
  const isName = binds || context.has("-T", "--no-target-directory");
  for (const source of sources) {
    const inside = resolvePath(nameOf(source), to);
    if (!isName && !isWritten) writeInside(context, source, inside);
    if (isName || !isFolder) makeLink(context, source, to, beside);
    if (!isName) makeLink(context, source, inside, beside);
  }
}

/** What is linked, and where; whether that is known to be a folder. */
function placeOf(context: ProgramCall): {
  readonly to: Field;
  readonly sources: readonly Field[];
  readonly isFolder: boolean;
  /** What is made in it is in the facts already: its row says so. */
  readonly isWritten: boolean;
} {
  const fields = context.operands.map(({ field }) => field);
  const into = context.option("-t")?.value ?? null;
  if (into !== null) return { to: into, sources: fields, isFolder: true, isWritten: true };
  if (fields.length === 1) return { to: ".", sources: fields, isFolder: true, isWritten: false };
  const to = fields.at(-1) ?? ".";
  return {
    to,
    sources: fields.slice(0, -1),
    isFolder: fields.length > 2 || /(?:^|\/)\.{0,2}$/.test(showField(to)),
    isWritten: fields.length > 2,
  };
}

/** The last segment of a path. */
function nameOf(source: Field): string {
  const name = showField(source).replace(/\/+$/, "");
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Where the second name is a directory by then, that gets the link. */
function writeInside(context: ProgramCall, source: Field, inside: Field): void {
  const index = context.operands.at(-1)?.index ?? 0;
  const what = `operand ${context.operands.length}`;
  if (literalOf(source) !== null) context.path("writes", inside, index, what, { op: "link" });
}

/** @param beside the source is relative to where the link is, as that of a symbolic link */
export function makeLink(context: ProgramCall, source: Field, place: Field, beside: boolean): void {
  if (context.call.place !== "here") return;
  if (literalOf(source) === null) context.unknown("dynamic-argument", showField(source), context.call.span);
  const { made } = context.reading.around;
  for (const path of context.absolutes(place)) {
    const from = beside ? [resolvePath("..", path)] : context.directories;
    for (const directory of from) {
      const target = literalOf(resolvePath(source, directory));
      if (target === "/dev/null" || target === path) continue;
      if (!made.add(path, target)) context.unknown("limit", "links", context.call.span);
      if (target !== null) context.world.link(path, target);
    }
  }
}

import { literalOf, resolvePath, showField, type Field } from "@gatehouse-hooks/shell";
import type { ProgramCall } from "./programs/program-call.js";

const MAKES_LINKS: ReadonlySet<string> = new Set(["ln", "gln", "link", "symlink"]);

/** Links and FIFOs that a call makes: what is done through them later is done to what they lead to. */
export function readLinks(context: ProgramCall): void {
  const { name, call } = context;
  if (name === "mkfifo" || name === "mknod") readFifos(context);
  else if (MAKES_LINKS.has(name)) linkAll(context, name === "symlink" || context.has("-s"));
  else if ((name === "cp" || name === "gcp") && context.has("-s", "-l")) linkAll(context, context.has("-s"));
  else if (name === "mount" && call.fields.some((one) => /^(?:-B|--bind|--rbind|-R)$/.test(showField(one))))
    linkAll(context, false, true);
}

function readFifos(context: ProgramCall): void {
  const [first, kind] = context.operands;
  if (context.name === "mknod" && (kind === undefined || literalOf(kind.field) !== "p")) return;
  const made = context.name === "mknod" && first !== undefined ? [first] : context.operands;
  for (const { field } of made) for (const path of context.absolutes(field)) context.world.fifo(path);
}

function linkAll(context: ProgramCall, symbolic: boolean, binds = false): void {
  const fields = context.operands.map(({ field }) => field);
  const into = context.option("-t")?.value ?? null;
  const isShort = fields.length === 1 && into === null;
  const to = into ?? (isShort ? "." : (fields.at(-1) ?? "."));
  const sources = into !== null || isShort ? fields : fields.slice(0, -1);
  for (const source of sources) {
    const name = showField(source).replace(/\/+$/, "");
    const last = name.slice(name.lastIndexOf("/") + 1);
    const inside = resolvePath(last, to);
    const isFolder = into !== null || isShort || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(showField(to));
    const isName = binds || context.has("-T", "--no-target-directory");
    const places = isName ? [to] : isFolder ? [inside] : [to, inside];
    const index = context.operands.at(-1)?.index ?? 0;
    // Where the second name is a directory by then, that gets the link.
    if (places.length === 2 && literalOf(source) !== null)
      context.path("writes", inside, index, `operand ${fields.length}`, { op: "link" });
    for (const place of places) link(context, source, place, symbolic);
  }
}

function link(context: ProgramCall, source: Field, place: Field, symbolic: boolean): void {
  if (context.call.place !== "here") return;
  if (literalOf(source) === null) context.unknown("dynamic-argument", showField(source), context.call.span);
  const { made } = context.reading.around;
  for (const path of context.absolutes(place)) {
    // A symbolic link is relative to where it is.
    const from = symbolic && !context.has("-r") ? [parentOf(path)] : context.directories;
    for (const directory of from) {
      const target = literalOf(resolvePath(source, directory));
      if (target === "/dev/null" || target === path) continue;
      if (!made.add(path, target)) context.unknown("limit", "links", context.call.span);
      if (target !== null) context.world.link(path, target);
    }
  }
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

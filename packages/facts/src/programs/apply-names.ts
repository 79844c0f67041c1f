import { type Field, joinFields, literalOf, partsOfField, showField, simplify } from "@gatehouse-hooks/shell";
import { type Operand, valueText } from "./parse-arguments.js";
import type { ProgramCall } from "./program-call.js";
import type { Role } from "../roles.table.js";
import { readPath } from "./read-path.js";

/** A file in the directory for each address, by its last segment. */
export function applyDownloads(context: ProgramCall, operands: readonly Operand[]): void {
  operands.forEach(({ field, index }, i) => {
    const path = (literalOf(field) ?? "").replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
    const name = path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : "";
    const file: Field =
      name === "" ? (literalOf(field) === null ? [{ kind: "glob", text: "*" }] : "index.html") : name;
    context.path("writes", file, index, `operand ${i + 1}`);
    context.targets.push({ field: file, append: false });
  });
}

/** `a.gz` beside `a`, and back. */
export function applySuffixes(
  context: ProgramCall,
  suffixes: readonly string[],
  operands: readonly Operand[],
  roles: readonly Role[],
): void {
  const given = valueText(context.given.findLast(({ option }) => option.role === "suffix") ?? null);
  const all = given === null ? suffixes : suffixesWith(suffixes, given);
  operands.forEach((operand, i) => {
    const role = roles[i];
    if ((role !== "read" && role !== "edit" && role !== "consume") || operand.field === "-") return;
    applySuffix(context, operand, `operand ${i + 1}`, role === "consume", all);
  });
}

/** What a program adds is the given suffix alone; it takes away the others as well. */
function suffixesWith(suffixes: readonly string[], given: string): readonly string[] {
  const kept = suffixes.filter((one) => /^[-<>]/.test(one));
  return kept.length === 0 ? [given] : [`-${given}`, `<${given}`, ...kept];
}

/** See `suffixes` of a row for their forms. */
function applySuffix(
  context: ProgramCall,
  { field, index }: Operand,
  what: string,
  isConsumed: boolean,
  suffixes: readonly string[],
): void {
  const write = (file: Field): void => {
    context.path("writes", file, index, what);
    context.targets.push({ field: file, append: false });
  };
  let hasOne = false;
  for (const suffix of suffixes) {
    if (/^[<>]/.test(suffix)) continue;
    const [end = "", instead = ""] = suffix.startsWith("-") ? suffix.slice(1).split(">") : [];
    const file = end === "" ? joinFields(field, suffix) : withoutEnd(field, end);
    if (file === null) continue;
    if (end !== "") hasOne = true;
    write(instead === "" ? file : joinFields(file, instead));
  }
  if (hasOne) return;
  for (const suffix of suffixes) {
    if (suffix.startsWith(">")) write(joinFields(field, suffix.slice(1)));
    if (!suffix.startsWith("<")) continue;
    const file = joinFields(field, suffix.slice(1));
    readPath(context, file, index, what, false);
    if (isConsumed) context.path("deletes", file, index, what, { op: "move" });
    else write(field);
  }
}

function withoutEnd(field: Field, end: string): Field | null {
  const parts = partsOfField(field);
  const last = parts.at(-1);
  if (last?.kind !== "text" || !last.text.endsWith(end) || end === "") return null;
  const text = last.text.slice(0, -end.length);
  return simplify(text === "" ? parts.slice(0, -1) : [...parts.slice(0, -1), { ...last, text }]);
}

/** `zip x` writes `x.zip`. */
export function applyArchive(
  context: ProgramCall,
  suffix: string,
  operands: readonly Operand[],
  roles: readonly Role[],
): void {
  operands.forEach(({ field, index }, i) => {
    if ((roles[i] !== "write" && roles[i] !== "edit") || field === "-") return;
    if (/\.[^./]*$/.test(showField(field))) return;
    const file = joinFields(field, suffix);
    context.path("writes", file, index, `operand ${i + 1}`);
    context.targets.push({ field: file, append: false });
  });
}

/** What was there before is kept beside each path that is written: `a~`, `a.bak`, `a.~3~`. */
export function applyBackups(context: ProgramCall, saves: readonly string[]): void {
  const on = saves.map((one) => context.option(one)).filter((one) => one !== null);
  if (on.length === 0) return;
  const suffix = context.given.findLast(({ option, value }) => option.role === "suffix" && value !== null);
  const given = suffix?.value ?? context.world.exported("SIMPLE_BACKUP_SUFFIX")?.[0] ?? "~";
  const control = on.map(valueText).find((one) => one !== null) ?? "existing";
  if (control === "none" || control === "off") return;
  const numbered: Field = [
    { kind: "text", text: ".~", from: [] },
    { kind: "glob", text: "*" },
    { kind: "text", text: "~", from: [] },
  ];
  const end = control === "numbered" || control === "t" ? numbered : given;
  for (const { field } of context.targets.slice()) {
    const saved = joinFields(simplify(withoutSlashes(field)), end);
    context.path("writes", saved, suffix?.index ?? 0, "backup");
  }
}

function withoutSlashes(field: Field): Exclude<Field, string> {
  const parts = partsOfField(field);
  const last = parts.at(-1);
  if (last?.kind !== "text") return parts;
  return [...parts.slice(0, -1), { ...last, text: last.text.replace(/\/+$/, "") }];
}

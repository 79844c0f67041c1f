import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  partsOfField,
  showField,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { simpleMatch } from "../programs/compile-usage.js";
import { patternField } from "../paths/name-pattern.js";
import { replaced } from "./xargs.js";

/** Tests and actions with the number of words after them. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ..."-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -user -group -uid -gid -perm -maxdepth -mindepth -links -inum -lname -ilname -samefile -fstype -used -context -regextype -printf -D"
    .split(" ")
    .map((one): [string, number] => [one, 1]),
  ..."-print -print0 -ls -prune -quit -delete -empty -true -false -readable -writable -executable -nouser -nogroup -depth -d -xdev -mount -follow -daystart -noleaf -ignore_readdir_race -noignore_readdir_race -not -a -and -o -or ! ( ) , -nowarn -warn -H -L -P -X -s -x -E -help --help -version --version"
    .split(" ")
    .map((one): [string, number] => [one, 0]),
]);

/** `find`: starts, tests, actions. */
export function readFind(context: ProgramCall): Alternatives {
  const { call } = context;
  const { fields } = call;
  let at = 1;
  while (at < fields.length && /^-(?:[HLPdsxXE]+|O\d|D)$/.test(literalOf(fields[at] ?? "") ?? ""))
    at += fields[at] === "-D" ? 2 : 1;
  if (fields[at] === "-f") at++;
  const starts: { readonly field: Field; readonly index: number }[] = [];
  for (; at < fields.length; at++) {
    const text = showField(fields[at] ?? "");
    if (/^[-(!),]/.test(text) && text !== "-") break;
    starts.push({ field: fields[at] ?? "", index: at });
  }
  if (starts.length === 0) starts.push({ field: ".", index: 0 });
  for (const { field, index } of starts)
    context.path("reads", field, index, "start", { list: true, tree: true });
  const names = namesOf(context, at);
  const found = starts.flatMap(({ field }) => [
    ...foundBelow(field, names),
    ...names.other.flatMap((form) => foundBelow(field, { ...names, form })),
  ]);
  for (let i = at; i < fields.length; i++) {
    const text = literalOf(fields[i] ?? "");
    const span = context.spanOf(i);
    if (text === null) {
      context.unknown("dynamic-argument", showField(fields[i] ?? ""), span);
      continue;
    }
    if (text === "-delete") {
      const tree = names.form === null && !names.deep;
      for (const { field, index } of starts) {
        if (tree) context.path("deletes", field, index, "-delete", { tree: true });
        else for (const one of foundBelow(field, names)) context.path("deletes", one, index, "-delete");
      }
    } else if (text === "-exec" || text === "-execdir" || text === "-ok" || text === "-okdir")
      i = runExec(context, i, found, text);
    else if (text === "-fprint" || text === "-fprint0" || text === "-fls" || text === "-fprintf") {
      context.path("writes", fields[i + 1] ?? "", i + 1, text);
      i += text === "-fprintf" ? 2 : 1;
    } else if (text === "-files0-from") {
      context.path("reads", fields[i + 1] ?? "", i + 1, text);
      context.unknown("dynamic-argument", text, span);
      i++;
    } else {
      const words = WORDS.get(text) ?? (/^-newer[aBcmt]{2}$/.test(text) ? 1 : undefined);
      if (words === undefined) context.unknown("unknown-option", `find ${text}`, span);
      else i += words;
    }
  }
  const lines = found
    .map((one) => joinFields(one, "\n"))
    .reduce<Field>((all, one) => joinFields(all, one), "");
  return [lines === "" ? hole() : lines];
}

/** What is known of the names that are found. */
interface Names {
  /** The one `-name` that every path has to have; `null` for any. */
  readonly form: Field | null;
  /** Forms of which it is not known that they are all; with `-iname` that in small letters. */
  readonly other: readonly Field[];
  /** The start itself is not among them. */
  readonly deep: boolean;
}

function namesOf(context: ProgramCall, from: number): Names {
  const { fields } = context.call;
  const texts = fields.slice(from).map((one) => literalOf(one));
  const isPlain = !texts.some(
    (one) =>
      one === "-o" || one === "-or" || one === "!" || one === "-not" || one === "," || one === "-prune",
  );
  const name = texts.findIndex((one) => one === "-name" || one === "-iname");
  const action = texts.findIndex(
    (one) => one !== null && /^-(?:exec|execdir|ok|okdir|delete|print0?|fprint)$/.test(one),
  );
  const depth = Number(texts[texts.indexOf("-mindepth") + 1] ?? "0");
  const deep =
    (texts.includes("-mindepth") && depth > 0) ||
    (isPlain && ["f", "l"].includes(texts[texts.indexOf("-type") + 1] ?? "") && texts.includes("-type"));
  const isFirst = name !== -1 && (action === -1 || name < action);
  const pattern = isPlain && isFirst && texts[name] === "-name" ? fields[from + name + 1] : undefined;
  const known = pattern === undefined ? null : literalOf(pattern);
  const folded = isPlain && isFirst && known === null ? literalOf(fields[from + name + 1] ?? "") : null;
  return {
    form: known === null ? null : patternField(known),
    other: folded === null ? [] : [patternField(folded.toLowerCase())],
    deep,
  };
}

/** The start's own name may be of this form: `*` is looked at, of `?` and `[…]` nothing. */
function mayMatch(form: Field, name: string): boolean {
  if (typeof form === "string") return form === name;
  const text = form
    .map((part) => (part.kind === "glob" ? "*" : part.kind === "text" ? part.text : "*"))
    .join("");
  return simpleMatch(text, name);
}

/** The paths that are found below a start, as globs. */
function foundBelow(start: Field, names: Names): readonly Field[] {
  const base = literalOf(start)?.endsWith("/") === true ? start : joinFields(start, "/");
  if (names.form !== null) {
    const anywhere: Field = [
      ...partsOfField(base),
      { kind: "glob", text: "**" },
      { kind: "text", text: "/", from: [] },
    ];
    const own = literalOf(start)?.replace(/\/+$/, "").split("/").at(-1) ?? "";
    const isOwn = own !== "" && own !== "." && own !== ".." && mayMatch(names.form, own);
    return isOwn && !names.deep
      ? [start, joinFields(anywhere, names.form)]
      : [joinFields(anywhere, names.form)];
  }
  const below: Field = [...partsOfField(base), { kind: "glob", text: "**" }];
  return names.deep ? [below] : [start, below];
}

/** `-exec command … {} … ;`. Returns the index of the end. */
function runExec(context: ProgramCall, at: number, found: readonly Field[], action: string): number {
  const { fields, spans, offsets } = context.call;
  let end = at + 1;
  while (end < fields.length) {
    const text = literalOf(fields[end] ?? "");
    if (text === ";" || (text === "+" && literalOf(fields[end - 1] ?? "") === "{}")) break;
    end++;
  }
  const command = fields.slice(at + 1, end);
  if (command.length === 0) return end;
  const inside = action.endsWith("dir");
  for (const one of found) {
    context.world.command(
      command.map((field) => replaced(field, "{}", one)),
      spans.slice(at + 1, end),
      offsets.slice(at + 1, end),
      {
        via: `find ${action}`,
        span: [context.spanOf(at + 1)[0], context.spanOf(end - 1)[1]],
        ...(inside && !command.includes("{}") ? { directories: [hole()] } : {}),
      },
    );
  }
  return end;
}

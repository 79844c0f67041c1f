import {
  type Alternatives,
  type Field,
  hole,
  joinFields,
  literalOf,
  partsOfField,
  showField,
  simplify,
} from "@gatehouse-hooks/shell";
import type { ProgramCall } from "../programs/program-call.js";
import { simpleMatch } from "../programs/compile-usage.js";
import { changeDirectory, reportArguments } from "../programs/apply-usage.js";
import { parseArguments } from "../programs/parse-arguments.js";
import { matchedBelow, patternField, patternsOfExpression } from "../paths/name-pattern.js";
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
  const { fields } = context.call;
  const { starts, at } = startsOf(fields);
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
    const act = ACTIONS.get(text);
    const words = WORDS.get(text) ?? (/^-newer[aBcmt]{2}$/.test(text) ? 1 : undefined);
    if (act !== undefined) i = act({ context, text, at: i, starts, names, found });
    else if (words === undefined) context.unknown("unknown-option", `find ${text}`, span);
    else i += words;
  }
  return linesOf(found);
}

interface Start {
  readonly field: Field;
  readonly index: number;
}

/** The folders that are searched, and where the tests begin. */
function startsOf(fields: readonly Field[]): { readonly starts: readonly Start[]; readonly at: number } {
  let at = 1;
  while (at < fields.length && /^-(?:[HLPdsxXE]+|O\d|D)$/.test(literalOf(fields[at] ?? "") ?? ""))
    at += fields[at] === "-D" ? 2 : 1;
  if (fields[at] === "-f") at++;
  const starts: Start[] = [];
  for (; at < fields.length; at++) {
    const text = showField(fields[at] ?? "");
    if (/^[-(!),]/.test(text) && text !== "-") break;
    starts.push({ field: fields[at] ?? "", index: at });
  }
  return { starts: starts.length > 0 ? starts : [{ field: ".", index: 0 }], at };
}

/** An action among the words of `find`. */
interface FindAction {
  readonly context: ProgramCall;
  readonly text: string;
  readonly at: number;
  readonly starts: readonly Start[];
  readonly names: Names;
  readonly found: readonly Field[];
}

const runs = ({ context, at, found, text }: FindAction): number => runExec(context, at, found, text);

/** A word is written to, and `more` are behind it. */
const prints =
  (more: number) =>
  ({ context, at, text }: FindAction): number => {
    context.path("writes", context.call.fields[at + 1] ?? "", at + 1, text);
    return at + 1 + more;
  };

/** What actions do; each gives the place of its last word. */
const ACTIONS: ReadonlyMap<string, (action: FindAction) => number> = new Map([
  ["-delete", deleteFound],
  ["-exec", runs],
  ["-execdir", runs],
  ["-ok", runs],
  ["-okdir", runs],
  ["-fprint", prints(0)],
  ["-fprint0", prints(0)],
  ["-fls", prints(0)],
  ["-fprintf", prints(1)],
  ["-files0-from", readStarts],
]);

function deleteFound({ context, at, starts, names }: FindAction): number {
  const tree = names.form === null && !names.deep;
  for (const { field, index } of starts) {
    if (tree) context.path("deletes", field, index, "-delete", { tree: true });
    else for (const one of foundBelow(field, names)) context.path("deletes", one, index, "-delete");
  }
  return at;
}

function readStarts({ context, at, text }: FindAction): number {
  context.path("reads", context.call.fields[at + 1] ?? "", at + 1, text);
  context.unknown("dynamic-argument", text, context.spanOf(at));
  return at + 1;
}

/** What is found, one in a line. */
function linesOf(found: readonly Field[]): Alternatives {
  const lines = found
    .map((one) => joinFields(one, "\n"))
    .reduce<Field>((all, one) => joinFields(all, one), "");
  return [lines === "" ? hole() : lines];
}

/** The words that begin the command of `fd`, of which the last letter may be in a cluster. */
const FD_RUNS = /^(?:-[HIusigFaLplq01]*[xX]|--exec(?:-batch)?)(?:=|$)/;

/** `fd`: options, a pattern of names, folders, and a command for what is found, up to `;`. */
export function readFd(context: ProgramCall): Alternatives {
  const { fields } = context.call;
  const isRun = (one: Field): boolean => FD_RUNS.test(literalOf(one) ?? "");
  const from = fields.findIndex((one, i) => i > 0 && isRun(one));
  const end = from === -1 ? -1 : fields.findIndex((one, i) => i > from && one === ";");
  const given =
    from === -1 ? fields : [...fields.slice(0, from), ...(end === -1 ? [] : fields.slice(end + 1))];
  context.parsed = parseArguments(context.usage, given, 1, false);
  context.given = [...context.parsed.given];
  reportArguments(context);
  if (context.parsed.asks) return [hole()];
  changeDirectory(context);
  const [pattern, ...folders] = context.parsed.operands.map(({ field }) => field);
  const below = context.all("--search-path").map(({ value }) => value ?? ".");
  // With folders that options name all operands are patterns; without a pattern a word that is a path is one all the same.
  const starts = below.length > 0 ? below : folders.length > 0 ? folders : ["."];
  for (const start of starts) context.path("reads", start, 0, "folder", { list: true, tree: true });
  for (const { value, index } of context.all("--ignore-file"))
    if (value !== null) context.path("reads", value, index, "--ignore-file");
  const names = fdNames(context, pattern ?? "");
  const dots = context.has("-H", "-u");
  const found = starts.flatMap((start) =>
    names === null ? belowAll(start) : names.flatMap((one) => matchedBelow(start, one, dots)),
  );
  if (from !== -1) runFound(context, from, end === -1 ? fields.length : end, found);
  return linesOf(found);
}

/** Patterns of the names that `fd` looks for; `null` for any. */
function fdNames(context: ProgramCall, pattern: Field): readonly string[] | null {
  const text = literalOf(pattern);
  const endings = context.all("-e").map(({ value }) => literalOf(value ?? ""));
  if (text === null || endings.includes(null) || context.has("-p")) return null;
  const names =
    text === "" || text === "."
      ? ["*"]
      : context.has("-g")
        ? [text]
        : context.has("-F")
          ? [`*${text}*`]
          : patternsOfExpression(text);
  if (endings.length === 0) return names[0] === "*" ? null : names;
  const ends = endings.map((one) => `.${(one ?? "").replace(/^\./, "")}`);
  return names.flatMap((one) =>
    ends.map((ending) => (one.endsWith(ending) ? one : `${one.replace(/\*$/, "")}*${ending}`)),
  );
}

function belowAll(start: Field): readonly Field[] {
  const base = literalOf(start)?.endsWith("/") === true ? start : joinFields(start, "/");
  return [[...partsOfField(base), { kind: "glob", text: "**", dots: true }]];
}

/** Runs the command of `fd` with what it found, which is its last word where it is none of them. */
function runFound(context: ProgramCall, from: number, end: number, found: readonly Field[]): void {
  const { fields, spans, offsets } = context.call;
  const attached =
    literalOf(fields[from] ?? "")
      ?.split("=")
      .slice(1)
      .join("=") ?? "";
  const first = attached === "" ? from + 1 : from;
  const command = [...(attached === "" ? [] : [attached]), ...fields.slice(from + 1, end)];
  if (command.length === 0) return;
  const isPlaced = command.some((one) => /\{(?:\/\/?|\.|\/\.)?\}/.test(showField(one)));
  const words = isPlaced ? command : [...command, "{}"];
  const at = words.map((_, i) => Math.min(first + i, end - 1));
  for (const path of found) {
    const name = nameOf(path);
    const given = words.map((one) => {
      let word = replaced(one, "{}", path);
      word = replaced(word, "{/}", name);
      word = replaced(word, "{//}", folderOf(path));
      return ["{.}", "{/.}"].reduce((all, mark) => replaced(all, mark, hole()), word);
    });
    context.world.command(
      given,
      at.map((one) => spans[one] ?? context.call.span),
      at.map((one, i) => (given[i] === fields[one] ? (offsets[one] ?? -1) : -1)),
      {
        via: context.by(""),
        span: [context.spanOf(first)[0], context.spanOf(end - 1)[1]],
        directories: context.directories,
      },
    );
  }
}

/** A folder in which it is found. */
function folderOf(path: Field): Field {
  const parts = partsOfField(path);
  return simplify(parts.slice(0, parts.findIndex((part) => part.kind === "glob") + 1));
}

/** The last segment, as far as it is known. */
function nameOf(path: Field): Field {
  const parts = partsOfField(path);
  const at = parts.findLastIndex((part) => part.kind === "text" && part.text.includes("/"));
  const part = parts[at];
  if (part?.kind !== "text") return path;
  const rest = part.text.slice(part.text.lastIndexOf("/") + 1);
  return simplify([...(rest === "" ? [] : [{ ...part, text: rest }]), ...parts.slice(at + 1)]);
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

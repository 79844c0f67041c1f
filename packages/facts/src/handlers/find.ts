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
import { changeDirectory, reportArguments } from "../programs/apply-usage.js";
import { parseArguments } from "../programs/parse-arguments.js";
import { baseOf, folderOf, matchedBelow, patternField, patternsOfExpression } from "../paths/name-pattern.js";
import { foundLines, replaced } from "./xargs.js";

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
  const search = new Search(fields, at);
  const foundOf = (names: Names): readonly Field[] =>
    starts.flatMap(({ field }) => [
      ...foundBelow(field, names),
      ...search.other.flatMap((form) => foundBelow(field, { ...names, forms: [form] })),
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
    const names = search.namesAt(i);
    if (act !== undefined) i = act({ context, text, at: i, starts, names, found: foundOf(names) });
    else if (words === undefined) context.unknown("unknown-option", `find ${text}`, span);
    else i += words;
  }
  return foundLines(foundOf(search.printed()));
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
  if (EMPTY_FOLDERS.test(`${context.call.fields.slice(0, at).map(showField).join(" ")} `)) return at;
  const tree = names.forms === null && !names.deep;
  for (const { field, index } of starts) {
    if (tree) context.path("deletes", field, index, "-delete", { tree: true });
    else for (const one of foundBelow(field, names)) context.path("deletes", one, index, "-delete");
  }
  return at;
}

/** `-type d -empty`: what goes holds nothing. */
const EMPTY_FOLDERS = /^(?=.* -type d )(?=.* -empty )(?!.* (?:-or?|!|-not|,) )/s;

function readStarts({ context, at, text }: FindAction): number {
  context.path("reads", context.call.fields[at + 1] ?? "", at + 1, text);
  context.unknown("dynamic-argument", text, context.spanOf(at));
  return at + 1;
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
  return foundLines(found);
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
    const name = baseOf(path);
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

/** Of which forms the names are; `null` for any. */
type Forms = readonly Field[] | null;

/** What is known of the names that are found. */
interface Names {
  readonly forms: Forms;
  /** The start itself is not among them. */
  readonly deep: boolean;
}

/** Parentheses within each other that are still read, and forms of names that are kept apart. */
const MAX_NESTED = 50;
const MAX_FORMS = 24;

/** The tests and actions of `find`, read as the expression that they are: which names reach which action. */
class Search {
  /** Names in small letters, where these do not count. */
  readonly other: Field[] = [];
  readonly #texts: readonly (string | null)[];
  readonly #reached = new Map<number, Forms>();
  readonly #whole: Forms;
  readonly #deep: boolean;
  #printed: Forms | undefined;
  #acts = false;
  #at: number;

  constructor(fields: readonly Field[], from: number) {
    this.#texts = fields.map((one) => literalOf(one));
    this.#at = from;
    let whole: Forms = this.#list(null, 0);
    // What is behind a parenthesis too many is not part of it.
    while (this.#at < this.#texts.length) {
      this.#at++;
      whole = either(whole, this.#list(null, 0));
    }
    this.#whole = whole;
    const texts = this.#texts.slice(from);
    const isPlain = !texts.some((one) => /^(?:-o|-or|!|-not|,|-prune)$/.test(one ?? ""));
    const after = (word: string): string =>
      texts.includes(word) ? (texts[texts.indexOf(word) + 1] ?? "") : "";
    this.#deep = Number(after("-mindepth")) > 0 || (isPlain && /^[fl]$/.test(after("-type")));
  }

  namesAt(at: number): Names {
    return { forms: this.#reached.get(at) ?? null, deep: this.#deep };
  }

  printed(): Names {
    const forms = this.#printed ?? (this.#acts ? null : this.#whole);
    return { forms, deep: this.#deep };
  }

  /** Each part before a comma, and of alternatives the second one, gets what came here. */
  #list(from: Forms, depth: number): Forms {
    let last = this.#chain(from, depth);
    for (let text = this.#text(); text === "," || text === "-o" || text === "-or"; text = this.#text()) {
      this.#at++;
      const next = this.#chain(from, depth);
      last = text === "," ? next : either(last, next);
    }
    return last;
  }

  /** What passes one test reaches the next. */
  #chain(from: Forms, depth: number): Forms {
    let reached = from;
    let own: Forms = null;
    for (let text = this.#text(); !/^(?:,|-o|-or|\)|end)$/.test(text); text = this.#text()) {
      const forms = this.#test(text, reached, depth);
      reached ??= forms;
      own ??= forms;
    }
    return own;
  }

  #text(): string {
    return this.#at < this.#texts.length ? (this.#texts[this.#at] ?? "") : "end";
  }

  #test(text: string, reached: Forms, depth: number): Forms {
    const at = this.#at++;
    if (text === "!" || text === "-not") {
      const next = this.#text();
      if (!/^(?:,|-o|-or|\)|end)$/.test(next)) this.#test(next, reached, depth);
      return null;
    }
    if (text === "(" && depth < MAX_NESTED) {
      const forms = this.#list(reached, depth + 1);
      if (this.#text() === ")") this.#at++;
      return forms;
    }
    if (text === "-name" || text === "-iname") return this.#name(text, this.#texts[this.#at++] ?? null);
    if (ACTIONS.has(text)) this.#acts = true;
    if (/^-(?:print0?|printf|ls)$/.test(text)) {
      this.#acts = true;
      this.#printed = this.#printed === undefined ? reached : either(this.#printed, reached);
    }
    this.#reached.set(at, reached);
    if (/^-(?:exec|ok)(?:dir)?$/.test(text)) this.#at = endOfCommand(this.#texts, this.#at) + 1;
    else
      this.#at += WORDS.get(text) ?? (/^-(?:newer[aBcmt]{2}|fprint0?|fls|files0-from)$/.test(text) ? 1 : 0);
    return null;
  }

  #name(test: string, known: string | null): Forms {
    if (known === null) return null;
    if (test === "-name") return [patternField(known)];
    // Which letters are small is not known: any name may be one, and that in small letters is.
    this.other.push(patternField(known.toLowerCase()));
    return null;
  }
}

function either(one: Forms, other: Forms): Forms {
  return one === null || other === null || one.length + other.length > MAX_FORMS ? null : [...one, ...other];
}

/** Where the command of `-exec` ends: at `;`, or at `+` behind `{}`. */
function endOfCommand(fields: readonly (Field | null)[], from: number): number {
  const text = (at: number): string | null => literalOf(fields[at] ?? "");
  let end = from;
  while (end < fields.length && text(end) !== ";" && !(text(end) === "+" && text(end - 1) === "{}")) end++;
  return end;
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
  if (names.forms !== null) {
    const anywhere: Field = [
      ...partsOfField(base),
      { kind: "glob", text: "**" },
      { kind: "text", text: "/", from: [] },
    ];
    const own = literalOf(start)?.replace(/\/+$/, "").split("/").at(-1) ?? "";
    const isNamed = own !== "" && own !== "." && own !== "..";
    const isOwn = isNamed && !names.deep && names.forms.some((form) => mayMatch(form, own));
    const below = names.forms.map((form) => joinFields(anywhere, form));
    return isOwn ? [start, ...below] : below;
  }
  const below: Field = [...partsOfField(base), { kind: "glob", text: "**" }];
  return names.deep ? [below] : [start, below];
}

/** `-exec command … {} … ;`. Returns the index of the end. */
function runExec(context: ProgramCall, at: number, found: readonly Field[], action: string): number {
  const { fields, spans, offsets } = context.call;
  const end = endOfCommand(fields, at + 1);
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

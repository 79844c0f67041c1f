import { isRecord, own } from "@gatehouse-hooks/json";
import { type Dialect, type Field, joinFields, slashPath } from "@gatehouse-hooks/shell";
import type { PathFact, FactSpan } from "../facts.js";
import { addressOf, pathOfFileAddress } from "../programs/address.js";
import { matchedBelow } from "../paths/name-pattern.js";
import { pathFacts } from "../paths/path-maker.js";
import type { PathUse } from "../paths/path-sets.js";
import type { FactReading } from "../programs/program-call.js";
import { patchFiles } from "../read-patch.js";
import { quoteWord } from "../code/quote-word.js";
import type { ToolRow } from "./tool-row.js";

/** A tool call, as the event has it. */
export interface CalledTool {
  readonly name: string;
  readonly params: object;
}

const SPAN: FactSpan = [0, 0];
/** The most strings of one parameter. */
const MAX_STRINGS = 200;

/**
 * Makes the facts of a tool call by its row.
 *
 * @param shell reads a command line that runs in a directory
 * @returns whether the call has one of the parameters that the row asks for
 */
export function readTool(
  reading: FactReading,
  row: ToolRow,
  call: CalledTool,
  shell: (text: string, cwd: string | null, maybe: boolean, dialect?: Dialect) => void,
): boolean {
  const { lists, around } = reading;
  const maybe = row.guessed === true;
  const cwd = directoryOf(row, call, around.cwd);
  const directories: readonly Field[] = [cwd ?? UNKNOWN];
  const add = (list: PathFact[], parameter: string, path: string, use: Partial<PathUse> = {}): void => {
    // A tool that nobody knows may take what is around a path off.
    addField(list, parameter, expandHome(maybe ? path.trim() : path, around.home), use);
  };
  const addField = (list: PathFact[], parameter: string, path: Field, use: Partial<PathUse> = {}): void => {
    const by = `${call.name} ${parameter}`;
    for (const fact of pathFacts(
      path,
      directories,
      {
        place: "here",
        maybe,
        by,
        span: SPAN,
        keepsLink: list === lists.deletes || use.op === "move",
        ...use,
      },
      around,
    )) {
      lists.add(list, fact);
    }
  };
  const each = (names: ToolRow["reads"], run: (parameter: string, value: string) => void): number => {
    let count = 0;
    for (const name of namesOf(names)) {
      for (const value of valuesOf(call.params, name)) {
        count++;
        run(name, value);
      }
    }
    return count;
  };
  const lines: string[] = [];
  for (const name of namesOf(row.shell)) lines.push(...commandLines(own(call.params, name), call.params));
  for (const text of lines) shell(text, cwd, maybe, row.dialect);
  if (row.shell !== undefined && lines.length === 0) lists.addUnknown("opaque-code", call.name, SPAN);
  each(row.reads, (name, path) => {
    add(lists.reads, name, path);
  });
  const looksIn = (names: ToolRow["lists"], list: boolean): void => {
    if (names === undefined) return;
    const count = each(names, (name, path) => {
      add(lists.reads, name, path, { list, tree: true });
    });
    if (count === 0) add(lists.reads, namesOf(names)[0] ?? "path", ".", { list, tree: true });
  };
  looksIn(row.lists, true);
  looksIn(row.searches, false);
  each(row.names, (name, glob) => {
    const folders = stringsOf(call.params, [...namesOf(row.searches), ...namesOf(row.reads)]);
    // One that begins at the top, or at home, says itself where.
    const at = /^[~/]/.test(glob) ? glob.slice(0, glob.search(/[*?[{]|$/)).lastIndexOf("/") + 1 : 0;
    const starts = at > 0 ? [glob.slice(0, at)] : folders.length === 0 ? ["."] : folders;
    for (const folder of starts)
      for (const field of matchedBelow(expandHome(folder, around.home), glob.slice(at)))
        addField(lists.reads, name, field);
  });
  each(row.writes, (name, path) => {
    add(lists.writes, name, path);
  });
  each(row.edits, (name, path) => {
    add(lists.reads, name, path);
    add(lists.writes, name, path);
  });
  for (const [names, use] of [
    [row.creates, { op: "create" }],
    [row.unpacks, { tree: true }],
  ] as const)
    each(names, (name, path) => add(lists.writes, name, path, use));
  each(row.deletes, (name, path) => {
    add(lists.deletes, name, path);
  });
  each(row.deletesTree, (name, path) => {
    add(lists.deletes, name, path, { tree: true });
  });
  each(row.moves, (name, path) => {
    add(lists.reads, name, path, { op: "move", tree: true });
    add(lists.deletes, name, path, { op: "move", tree: true });
  });
  const fetches = (name: string, url: string): void => {
    const address = addressOf(url, "https");
    lists.add(lists.network, {
      ...address,
      certainty: maybe && address.certainty === "exact" ? "maybe" : address.certainty,
      direction: "in",
      sends: [],
      place: "here",
      by: `${call.name} ${name}`,
      span: SPAN,
    });
  };
  each(row.url, fetches);
  each(row.urlsIn, (name, text) => {
    for (const match of text.slice(0, 20_000).matchAll(/\b(?:https?|ftp):\/\/[^\s"'<>)\]]+/g))
      fetches(name, match[0]);
  });
  const patches = each(row.patch, (name, text) => {
    const files = patchFiles(text);
    if (files.length === 0) lists.addUnknown("opaque-code", `${call.name} ${name}`, SPAN);
    for (const { does, path } of files) {
      if (does === "delete") add(lists.deletes, name, path);
      else if (does === "move") {
        add(lists.reads, name, path, { op: "move" });
        add(lists.deletes, name, path, { op: "move" });
      } else {
        if (does === "update") add(lists.reads, name, path);
        add(lists.writes, name, path);
      }
    }
  });
  if (row.patch !== undefined && patches === 0) lists.addUnknown("opaque-code", call.name, SPAN);
  const isBare = lacksPaths(row, call.params);
  if (isBare) lists.addUnknown("dynamic-argument", `${call.name}: no path`, SPAN);
  addEffects(reading, row, call, maybe);
  return !isBare && (row.shell === undefined || lines.length > 0) && (row.patch === undefined || patches > 0);
}

const NEEDED = ["reads", "writes", "edits", "creates", "unpacks", "deletes", "deletesTree", "moves"] as const;

/** The row names files, and the call has none of them. */
function lacksPaths(row: ToolRow, params: object): boolean {
  const needed = NEEDED.filter((key) => row[key] !== undefined);
  return needed.length > 0 && needed.every((key) => stringsOf(params, row[key]).length === 0);
}

/** The directory that a call runs in. */
export function directoryOf(row: ToolRow, call: CalledTool, cwd: string | null): string | null {
  const given = stringsOf(call.params, row.cwd)[0];
  return given === undefined ? cwd : absolute(given, cwd);
}

/** What a row says of a tool that is no path, address or command line. */
function addEffects({ lists }: FactReading, row: ToolRow, call: CalledTool, maybe: boolean): void {
  const fact = { place: "here", certainty: maybe ? "maybe" : "exact", by: call.name, span: SPAN } as const;
  if (row.action !== undefined) lists.add(lists.actions, { kind: row.action, target: null, ...fact });
  if (row.code !== undefined) {
    const text = valuesOf(call.params, row.code.parameter)[0] ?? null;
    lists.add(lists.executes, { from: "inline", lang: row.code.lang, path: null, text, ...fact });
    lists.addUnknown("opaque-code", call.name, SPAN);
  }
}

const UNKNOWN: Field = [{ kind: "hole", from: [], wide: false, form: "here" }];

function namesOf(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? NONE : typeof names === "string" ? [names] : names;
}

const NONE: readonly string[] = [];

function stringsOf(params: object, names: string | readonly string[] | undefined): readonly string[] {
  if (names === undefined) return NONE;
  return typeof names === "string"
    ? valuesOf(params, names)
    : names.flatMap((name) => valuesOf(params, name));
}

function valuesOf(params: object, name: string): readonly string[] {
  const value: unknown = own(params, name);
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return NONE;
  return value.slice(0, MAX_STRINGS).flatMap((one: unknown) => {
    const text = isRecord(one) ? PATHS_WITHIN.map((key) => own(one, key)).find(isText) : one;
    return isText(text) ? [text] : [];
  });
}

/** Where an element of a list is an object: what names its path. */
const PATHS_WITHIN = ["path", "file_path", "filePath", "file"];

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** What agents call the words after the program, where that is a parameter of its own. */
const ARGUMENTS = ["args", "arguments", "argv", "argument_list", "argumentList"];

/**
 * The command lines of a parameter: its text, and with words in a parameter of their own the command of both; of a list its words as one
 * command, or where each is a command line of its own each of them.
 */
function commandLines(value: unknown, params: object): readonly string[] {
  const given = ARGUMENTS.map((name) => own(params, name)).filter((one) => one !== value);
  const words = given.find(isWords)?.map(quoteWord) ?? given.filter(isText).slice(0, 1);
  const tail = words.map((one) => ` ${one}`).join("");
  if (typeof value === "string") {
    const text = `${variablesOf(params)}${value}${tail}`;
    // A program whose path has blanks is one word.
    return tail !== "" && /\s/.test(value) ? [text, `${quoteWord(value)}${tail}`] : [text];
  }
  if (!Array.isArray(value)) return [];
  const list = value.slice(0, MAX_STRINGS).filter(isText);
  const [first] = list;
  if (first === undefined) return [];
  const one = list.map(quoteWord).join(" ");
  // No program has a name with blanks: these are command lines.
  return /\s/.test(first.trim()) ? [`${one}${tail}`, ...list] : [`${one}${tail}`];
}

/** What a parameter says of the variables of a command, before its line: an object, or a list of `NAME=VALUE`. */
function variablesOf(params: object): string {
  if (!VARIABLES.some((name) => Object.hasOwn(params, name))) return "";
  const all = VARIABLES.map((name) => own(params, name));
  const listed = all.find(isWords)?.map((one) => [one.split("=", 1)[0] ?? "", one.replace(/^[^=]*=?/, "")]);
  return (listed ?? Object.entries(all.find(isRecord) ?? {}))
    .slice(0, MAX_STRINGS)
    .filter(([name = ""]) => /^[A-Za-z_]\w{0,99}$/.test(name))
    .map(([name, value]) => `export ${name}=${quoteWord(isText(value) ? value : "")}; `)
    .join("");
}

const VARIABLES = ["env", "environment", "env_vars", "envVars", "environment_variables"];

/** A list of texts that is not empty. */
function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_STRINGS && value.every(isText);
}

/** A path of a tool's parameter: nothing is expanded but `~`. */
function expandHome(path: string, home: string | null): Field {
  if (!/^~(?:[/\\]|$)/.test(path)) return pathOfFileAddress(path);
  const rest = path.slice(1);
  return joinFields(home ?? [{ kind: "hole", from: [], wide: false, form: "home" }], rest);
}

function absolute(path: string, cwd: string | null): string | null {
  const known = slashPath(path);
  if (known.startsWith("/")) return known;
  return cwd === null ? null : `${cwd}/${path}`;
}

/** The calls that are arguments of a call: OpenCode's `{ tool, parameters }`, and what others call them. */
export function innerCalls(params: object, names: ToolRow["calls"]): readonly CalledTool[] {
  if (names === undefined) return [];
  const named = typeof names === "string" ? [names] : names;
  return named.flatMap((name) => {
    const value: unknown = own(params, name);
    const calls: readonly unknown[] = Array.isArray(value) ? value : [];
    return calls.slice(0, MAX_CALLS).flatMap(innerCall);
  });
}

function innerCall(one: unknown): readonly CalledTool[] {
  if (!isRecord(one)) return [];
  const name = NAMES.map((key) => own(one, key)).find((value) => typeof value === "string");
  const input = INPUTS.map((key) => own(one, key)).find((value) => isRecord(value));
  if (typeof name !== "string") return [];
  return [{ name: name.replace(/^functions\./, ""), params: isRecord(input) ? input : {} }];
}

const NAMES = ["tool", "name", "toolName", "tool_name", "recipient_name"];
const INPUTS = ["parameters", "params", "input", "args", "arguments", "tool_input"];
const MAX_CALLS = 200;

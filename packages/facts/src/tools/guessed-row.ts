import { own } from "@gatehouse-hooks/json";
import { patchFiles } from "../read-patch.js";
import { argumentKind } from "./argument-words.js";
import type { ArgumentKind } from "./spoken-by-tools.table.js";
import type { ToolRow } from "./tool-row.js";

/** With one of these, a path is not one of this machine. */
const CONTAINERS = "container containerId container_id pod namespace bucket drive_id".split(" ");
/** With one of these, a path is one of a repository somewhere, unless it says that it begins elsewhere. */
const REPOSITORIES = "owner repo repository repo_id project_id projectId".split(" ");

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words of names of tools that look at names and properties, not at contents. */
const NAMING = set("info stat stats metadata exists attributes");
const LISTING = set("list ls tree glob dir");
const SEARCHING = set("search grep rg");
const CONTENTS = set("read cat content contents text view show open load");
/** Words of tools that look at what they are given, and at nothing else. */
const READING = set(
  "read view get list search find show open load cat head tail stat info describe grep glob tree ls lint check diagnostics symbols hover references metadata exists",
);
const DELETING = set("delete remove rm unlink trash rmdir erase");
const UNPACKING = set("extract unzip untar unpack decompress restore clone mirror");
const WRITING = set(
  "write edit create make mkdir replace update append patch insert save put set move rename copy upload download modify apply format fix",
);

/** Words of tools that put files into a folder that they are given, and how such a folder is called. */
const BRINGING = set("download fetch export pull save sync");
const FOLDER = /(?:dir|director(?:y|ies)|folders?)$/i;

/** Keys of a row that name arguments. */
type Named = Exclude<keyof ToolRow, "tool" | "action" | "dialect" | "guessed" | "code">;

/** The longest string that is taken for a path. */
const MAX_PATH = 4_096;
/** The most arguments of one object. */
const MAX_ARGUMENTS = 64;

/**
 * A row for a tool that no table has, by the names of its arguments: what is called a command may be one for a shell, a path a file that it
 * may read and write, an address one that it may connect to. The words of its name say whether it reads, writes or deletes.
 *
 * @param words those of the tool's name, and of what an object among its arguments says that it does
 * @param outer the arguments of the call, where `params` is an object among them
 */
export function guessedRow(name: string, words: ReadonlySet<string>, params: object, outer: object): ToolRow {
  const has = (names: readonly string[]): boolean =>
    names.some((one) => own(params, one) !== undefined || own(outer, one) !== undefined);
  const inContainer = has(CONTAINERS);
  const inRepository = has(REPOSITORIES);
  const kinds = Object.keys(params)
    .slice(0, MAX_ARGUMENTS)
    .map((key) => {
      const value = own(params, key);
      return {
        key,
        kind: argumentKind(key) ?? (NAMING_KEY.test(key) && isStrings(value, isHidden) ? "path" : null),
        value,
      };
    });
  const named = (of: readonly ArgumentKind[], is: (value: unknown) => boolean): readonly string[] =>
    kinds.filter(({ kind, value }) => of.includes(kind) && is(value)).map(({ key }) => key);
  const isHere = (value: unknown): boolean =>
    !inContainer &&
    isStrings(value, (text) => isPath(text) && (!inRepository || /^(?:[/~]|\.\.)/.test(text)));
  const [from, to] = [named(["from"], isHere), named(["to"], isHere)];
  const isMove = from.length > 0 && to.length > 0;
  const isCopy = words.has("copy") || words.has("cp");
  // `to` and `from` alone are people and times as often as paths.
  const single = (names: readonly string[]): readonly string[] =>
    isMove ? names : names.filter((key) => !/^(?:to|from)$/i.test(key));
  const row: Partial<Record<Named, readonly string[]>> = {};
  const give = (key: Named, keys: readonly string[]): void => {
    if (keys.length > 0) row[key] = [...(row[key] ?? []), ...keys];
  };
  give("shell", named(["command"], isCommand));
  give("cwd", named(["cwd"], isHere));
  const access = accessOf(words, params);
  const [paths, brings] = [named(["path", "address"], isHere), [...words].some((word) => BRINGING.has(word))];
  give("unpacks", brings ? paths.filter((key) => FOLDER.test(key)) : []);
  give(access, brings ? paths.filter((key) => !FOLDER.test(key)) : paths);
  const isSearch = row.searches !== undefined || words.has("grep") || words.has("search");
  if (isSearch && !isCopy) give("names", named(["names"], isHere));
  give(isMove && !isCopy ? "moves" : "reads", single(from));
  const fills = (key: string): boolean => access === "unpacks" || FOLDER.test(key);
  give("unpacks", access === "unpacks" ? to : to.filter(fills));
  give("writes", single(to.filter((key) => !fills(key))));
  give("url", named(["address", "path", "from", "to"], isAddress));
  give("patch", named(["patch", "typed"], isPatch));
  give(
    "calls",
    ["tool_calls", "toolCalls", "calls"].filter((key) => Array.isArray(own(params, key))),
  );
  return { ...row, tool: name, guessed: true };
}

function accessOf(
  words: ReadonlySet<string>,
  params: object,
): "reads" | "edits" | "deletes" | "deletesTree" | "lists" | "searches" | "unpacks" {
  const has = (of: ReadonlySet<string>): boolean => [...words].some((word) => of.has(word));
  if (has(DELETING)) {
    const isFile = (words.has("file") || words.has("files")) && own(params, "recursive") !== true;
    return isFile ? "deletes" : "deletesTree";
  }
  if (has(UNPACKING)) return "unpacks";
  if (has(WRITING) || !has(READING)) return "edits";
  if (has(NAMING) || (has(LISTING) && !has(CONTENTS))) return "lists";
  return has(SEARCHING) ? "searches" : "reads";
}

function isCommand(value: unknown): boolean {
  return isStrings(value, (text) => text.trim() !== "");
}

function isPath(text: string): boolean {
  return (
    text !== "" &&
    text.length <= MAX_PATH &&
    !/[\n\r\0]/.test(text.trim()) &&
    (!SCHEME.test(text) || FILE.test(text))
  );
}

function isAddress(value: unknown): boolean {
  return isStrings(value, (text) => SCHEME.test(text) && !FILE.test(text));
}

function isPatch(value: unknown): boolean {
  return typeof value === "string" && patchFiles(value).length > 0;
}

/** What a file is called beside its content, where that is a whole path. */
const NAMING_KEY = /^(?:name|location)$/i;

function isHidden(text: string): boolean {
  return (
    text.length <= MAX_PATH && /^\s*(?:file:|~|[A-Za-z]:)?[/\\](?:\S*[/\\])?\.[A-Za-z]\S*\s*$/.test(text)
  );
}

const SCHEME = /^[A-Za-z][\w+.-]*:\/\//;
const FILE = /^file:/i;

/** A string, or a list of nothing else. */
function isStrings(value: unknown, is: (text: string) => boolean): boolean {
  if (typeof value === "string") return is(value);
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && is(one));
}

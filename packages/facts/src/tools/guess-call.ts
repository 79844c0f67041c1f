import { isRecord, own, parseJsonObject } from "@gatehouse-hooks/json";
import { nameWords } from "./argument-words.js";
import { type GuessedLines, guessedLines } from "./guessed-lines.js";
import { guessedRow } from "./guessed-row.js";
import type { CalledTool } from "./read-tool.js";
import type { ToolRow } from "./tool-row.js";

/** A reading of a call, or of an object among its arguments. */
interface GuessedCall extends GuessedLines {
  readonly row: ToolRow;
  readonly call: CalledTool;
}

/** Objects within each other, and objects of one call. */
const MAX_DEPTH = 4;
const MAX_OBJECTS = 200;

/** What an object among the arguments calls what it does. */
const OPERATIONS = "type action op operation kind method mode change".split(" ");

/**
 * The readings of a call of a tool that no table has: of its arguments, and of each object among them. A tool of a table whose name is the
 * last part of this one's is read as well, as what it may be.
 */
export function guessCalls(
  call: CalledTool,
  tools: (name: string) => readonly ToolRow[],
): readonly GuessedCall[] {
  const last = lastPart(call.name);
  const all = new Set(nameWords(call.name));
  const words = nameWords(last);
  const objects: object[] = [];
  collect(call.params, 0, objects);
  const guessed = objects.map((params) => {
    const own = new Set([...words, ...operationsOf(params)]);
    return {
      row: guessedRow(call.name, own, params, call.params),
      call: { name: call.name, params },
      ...guessedLines(own, all, params),
    };
  });
  const listed = knownRows(call.name, last, tools).map((row) => ({
    row: { ...row, guessed: true as const },
    call,
    ...NONE,
  }));
  return [...guessed, ...listed];
}

const NONE: GuessedLines = { lines: [], statements: [], tables: [] };

/** The name without that of its server. */
function lastPart(name: string): string {
  return (
    name
      .slice(0, 200)
      .split(/__|[/:.]/)
      .at(-1) ?? ""
  );
}

/** The rows of the longest end of the name that a table has: servers are put before a name with a sign that names have, too. */
function knownRows(
  name: string,
  last: string,
  tools: (name: string) => readonly ToolRow[],
): readonly ToolRow[] {
  const ends = [last, ...[...last.matchAll(/[_-]/g)].slice(0, 8).map(({ index }) => last.slice(index + 1))];
  for (const end of ends) {
    if (end === name) continue;
    const rows = tools(end);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** A key, or a word of a list of lists, that is a file: what is below it, or behind it, is what the file gets. */
function isPathKey(word: unknown): boolean {
  return typeof word === "string" && /^(?:~|[A-Za-z]:)?[/\\]|[/\\]\.[A-Za-z]|^\.[\w-]+[/\\]/.test(word);
}
/** The longest text that is read as an object. */
const MAX_TEXT = 65_536;

/** What a text of JSON says: some tools take the arguments of another in one. */
function written(value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_TEXT || !/^\s*\{/.test(value)) return value;
  const { value: read, issue } = parseJsonObject(value);
  return issue === undefined ? read : value;
}

function collect(value: unknown, depth: number, into: object[]): void {
  if (depth > MAX_DEPTH || into.length >= MAX_OBJECTS) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_OBJECTS)) {
      const paths = Array.isArray(one) ? one.slice(0, MAX_OBJECTS).filter(isPathKey) : [];
      if (paths.length > 0) into.push({ paths });
      collect(one, depth, into);
    }
  } else if (isRecord(value)) {
    into.push(value);
    const paths = Object.keys(value).filter(isPathKey);
    if (paths.length > 0) into.push({ paths: paths.slice(0, MAX_OBJECTS) });
    for (const one of Object.values(value).slice(0, MAX_OBJECTS)) collect(written(one), depth + 1, into);
  }
}

function operationsOf(params: object): readonly string[] {
  return OPERATIONS.flatMap((name) => {
    const value = own(params, name);
    return typeof value === "string" && value.length <= 40 && !/\s/.test(value) ? nameWords(value) : [];
  });
}

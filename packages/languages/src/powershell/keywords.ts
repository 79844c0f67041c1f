import type { List, ShellCommand, WordNode } from "@gatehouse-hooks/shell";
import {
  type Extent,
  assignNode,
  assignmentOf,
  eachLine,
  groupOf,
  madeWord,
  maybeNode,
  scriptWord,
  simpleNode,
  statementOf,
  unknownTest,
  variablePart,
} from "../script/script-nodes.js";
import {
  type PowerShellReader,
  type ShellValue,
  block,
  close,
  peek,
  runs,
  skipBlanks,
  skipBreaks,
  skipLines,
  take,
  unread,
  valueWord,
  valueWords,
} from "./reader.js";
import { ITEM, variableName } from "./variables.js";

type ReadKeyword = (reader: PowerShellReader, start: number, keyword: string) => ShellCommand | null;

/** `( … )` of a keyword: what runs in it. */
function condition(reader: PowerShellReader): { readonly list: List; readonly words: readonly WordNode[] } {
  skipBreaks(reader);
  const start = reader.at;
  if (reader.text[start] !== "(") {
    unread(reader, "expected (");
    return { list: [], words: [] };
  }
  const value = reader.expression();
  const place = { start, end: reader.at };
  const words = valueWords(reader, value);
  const list = words
    .filter((one) => runs(one.parts))
    .map((one) => statementOf(assignNode(assignmentOf("ps_unused", one, place)), place));
  return { list: [...list, unknownTest(place)], words };
}

function bodyOf(reader: PowerShellReader): List {
  const found = block(reader);
  if (found === null) unread(reader, "expected {");
  return found?.body ?? [];
}

const readIf: ReadKeyword = (reader) => {
  const branches = [{ test: condition(reader).list, body: bodyOf(reader) }];
  for (;;) {
    const before = reader.at;
    skipBreaks(reader);
    if (take(reader, /elseif\b/iy) !== null)
      branches.push({ test: condition(reader).list, body: bodyOf(reader) });
    else if (take(reader, /else\b/iy) !== null) return { kind: "if", branches, otherwise: bodyOf(reader) };
    else {
      reader.at = before;
      return { kind: "if", branches, otherwise: [] };
    }
  }
};

const readForEach: ReadKeyword = (reader) => {
  skipBreaks(reader);
  close(reader, "(");
  skipBreaks(reader);
  const name = take(reader, /\$[\w:]+/y) ?? "$_";
  skipBreaks(reader);
  take(reader, /in\b/iy);
  const value = reader.assigned();
  skipBreaks(reader);
  close(reader, ")");
  const words = valueWords(reader, value);
  return { kind: "for", name: variableName(name.slice(1)), words, body: bodyOf(reader) };
};

const readFor: ReadKeyword = (reader, start) => {
  skipBreaks(reader);
  close(reader, "(");
  const [first, ...rest] = [reader.statements(")")];
  close(reader, ")");
  const all = [...(first ?? []), ...rest.flat()];
  const place = { start, end: reader.at };
  const body: List = [...bodyOf(reader), ...all.slice(2)];
  const loop: ShellCommand = { kind: "while", until: false, test: [unknownTest(place)], body };
  return groupOf([...all.map(({ command }) => command), loop], place);
};

const readWhile: ReadKeyword = (reader) => ({
  kind: "while",
  until: false,
  test: condition(reader).list,
  body: bodyOf(reader),
});

const readDo: ReadKeyword = (reader, start) => {
  const body = bodyOf(reader);
  skipBreaks(reader);
  if (take(reader, /(?:while|until)\b/iy) === null) unread(reader, "expected while or until");
  const { list } = condition(reader);
  const loop: ShellCommand = { kind: "while", until: false, test: list, body };
  return groupOf([{ kind: "group", body }, loop], { start, end: reader.at });
};

const readSwitch: ReadKeyword = (reader, start) => {
  skipBreaks(reader);
  while (take(reader, /-\w+\s*/y) !== null) continue;
  const { list } = condition(reader);
  skipBreaks(reader);
  close(reader, "{");
  const arms: ShellCommand[] = [];
  for (;;) {
    skipLines(reader);
    if (reader.at >= reader.text.length || reader.text[reader.at] === "}") break;
    const from = reader.at;
    if (reader.text[from] === "{") block(reader);
    else if (take(reader, /[\w*?.-]+/y) === null) reader.expression();
    const place = { start: from, end: reader.at };
    arms.push(maybeNode(bodyOf(reader), place));
    if (reader.at === from) break;
  }
  close(reader, "}");
  const place = { start, end: reader.at };
  return {
    kind: "if",
    branches: [{ test: list, body: [statementOf(groupOf(arms, place), place)] }],
    otherwise: [],
  };
};

const readTry: ReadKeyword = (reader, start) => {
  const commands: ShellCommand[] = [];
  const first = bodyOf(reader);
  const place = { start, end: reader.at };
  // It may end anywhere.
  commands.push(maybeNode(first, place));
  for (;;) {
    const before = reader.at;
    skipBreaks(reader);
    const word = take(reader, /(?:catch|finally)\b/iy);
    if (word === null) {
      reader.at = before;
      return groupOf(commands, place);
    }
    while (take(reader, /\s*,?\s*\[[\w.]+\]/y) !== null) continue;
    commands.push(maybeNode(bodyOf(reader), place));
  }
};

/** `function name($a, $b) { param($c) … }`. */
const readFunction: ReadKeyword = (reader, start) => {
  skipBreaks(reader);
  const name = (take(reader, /[\w:-]+/y) ?? "").replace(/^\w+:/, "").toLowerCase();
  skipBreaks(reader);
  const names: string[] = [];
  if (reader.text[reader.at] === "(") names.push(...parameters(reader).map((one) => one.name));
  skipBreaks(reader);
  const inside = /\{[\s;]*(?:#[^\n]*\s*|\[[^\]\n]*\]\s*|<#[^]*?#>\s*)*param\s*\(/iy;
  const from = reader.at;
  if (take(reader, inside) !== null) {
    reader.at--;
    names.push(...parameters(reader).map((one) => one.name));
    reader.at = from;
  }
  if (name !== "") reader.functions.set(name, names);
  const body = bodyOf(reader);
  const place = { start, end: reader.at };
  const binds = names.map((one, i) =>
    statementOf(
      assignNode(
        assignmentOf(variableName(one), scriptWord([variablePart(String(i + 1), start)], place, ""), place),
      ),
      place,
    ),
  );
  return { kind: "function", name, body: { kind: "group", body: [...binds, ...body] } };
};

/** `(…)` behind `param` or a function's name. */
function parameters(
  reader: PowerShellReader,
): readonly { readonly name: string; readonly value: ShellValue | null }[] {
  const all: { name: string; value: ShellValue | null }[] = [];
  close(reader, "(");
  for (;;) {
    skipBreaks(reader);
    while (take(reader, /\[(?:[^[\]"']|\[[^\]]*\]|"[^"]*"|'[^']*')*\]\s*/y) !== null) skipBreaks(reader);
    const name = take(reader, /\$\w+/y);
    if (name === null) break;
    skipBreaks(reader);
    const isGiven = take(reader, /=/y) !== null;
    all.push({ name: name.slice(1).toLowerCase(), value: isGiven ? defaultOf(reader) : null });
    skipBreaks(reader);
    if (take(reader, /,/y) === null) break;
  }
  skipBreaks(reader);
  close(reader, ")");
  return all;
}

/** The value of a parameter: a comma ends it. */
function defaultOf(reader: PowerShellReader): ShellValue {
  skipBreaks(reader);
  const value = reader.expression();
  return value.items?.[0] ?? value;
}

const readParam: ReadKeyword = (reader, start) => {
  skipBreaks(reader);
  const all = parameters(reader);
  const place = { start, end: reader.at };
  // They were bound to what was given: the value of one that was not is its own.
  const sets = all.flatMap(({ name, value }) =>
    value === null
      ? []
      : [statementOf(assignNode(assignmentOf(variableName(name), valueWord(reader, value), place)), place)],
  );
  return maybeNode(sets, place);
};

const readReturn: ReadKeyword = (reader, start, keyword) => {
  skipBlanks(reader);
  const place = (): Extent => ({ start, end: reader.at });
  const isAlone = peek(reader, /[;)}\n]|\r\n|$/y) !== null;
  const value = isAlone ? null : reader.pipeline();
  const word = keyword === "throw" ? null : simpleNode([madeWord(keyword, place())], place());
  const commands = [...(value === null ? [] : [value]), ...(word === null ? [] : [word])];
  return commands.length === 0 ? null : groupOf(commands, place());
};

const readNamedBlock: ReadKeyword = (reader, start, keyword) => {
  const body = bodyOf(reader);
  const place = { start, end: reader.at };
  return keyword === "process" ? eachLine(ITEM, body, place) : { kind: "group", body };
};

const readTrap: ReadKeyword = (reader, start) => {
  skipBreaks(reader);
  take(reader, /\[[\w.]+\]/y);
  return maybeNode(bodyOf(reader), { start, end: reader.at });
};

/** Classes and their like: what their methods do is not followed. */
const readType: ReadKeyword = (reader) => {
  unread(reader, "a class");
  take(reader, /[^\n{;]*/y);
  block(reader);
  return null;
};

const readUsing: ReadKeyword = (reader) => {
  take(reader, /[^\n;]*/y);
  return null;
};

/** What begins with a word of the language, by that word. */
export const KEYWORDS: Readonly<Record<string, ReadKeyword>> = {
  if: readIf,
  foreach: readForEach,
  for: readFor,
  while: readWhile,
  do: readDo,
  switch: readSwitch,
  try: readTry,
  function: readFunction,
  filter: readFunction,
  param: readParam,
  return: readReturn,
  break: readReturn,
  continue: readReturn,
  exit: readReturn,
  throw: readReturn,
  begin: readNamedBlock,
  process: readNamedBlock,
  end: readNamedBlock,
  clean: readNamedBlock,
  dynamicparam: readNamedBlock,
  trap: readTrap,
  class: readType,
  enum: readType,
  data: readType,
  using: readUsing,
};

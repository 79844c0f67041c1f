import type { List, WordNode, WordPart } from "@gatehouse-hooks/shell";
import {
  type Extent,
  commandPart,
  madeWord,
  simpleNode,
  statementOf,
  plainPart,
  unknownPart,
  scriptWord,
} from "../script/script-nodes.js";
import {
  type PowerShellReader,
  type ShellValue,
  close,
  deeper,
  peek,
  runs,
  skipBlanks,
  skipBreaks,
  take,
  unread,
  valueWords,
} from "./reader.js";
import { stringParts, takeHereString } from "./strings.js";
import { variableParts } from "./variables.js";
import { passedOn, knownPath } from "./known-calls.js";
import { folderParts, methodName, PURE_METHOD, PURE_TYPE, RUNS_TEXT } from "./methods.js";

const VARIABLE = /\$(?:[\w?^$]*:)?[\w]+|\$\{[^}]*\}|\$[$^?_]/y;
const NUMBER = /(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:[dlu]?(?:[kmgtp]b)?)(?![\w])/iy;
const OPERATOR =
  /(?:-(?:[ic]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|join|f|as|is|isnot|and|or|xor|band|bor|bxor|shl|shr)\b|\.\.|\?\?|[+*/%]|-(?![\w-]))/iy;
const MEMBER = /(?:\?\.|\.|::)(?=[\w$"'({])/y;
/** Members that are the thing itself, as far as a shell knows it. */
const ITSELF = /^(?:fullname|pspath|path|value|providerpath|content|rawcontent|tostring|trim|text|target)$/i;

/** An expression: its value as far as it is known. What it runs is part of the value. */
export function readExpression(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  let value = readTerm(reader);
  for (;;) {
    skipBlanks(reader);
    const operator = take(reader, OPERATOR);
    if (operator === null) break;
    skipBreaks(reader);
    value = operate(operator.toLowerCase(), value, readTerm(reader), start, reader.at);
  }
  return value;
}

/** Values with commas between: a list. */
function readTerm(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  const items = [readUnary(reader)];
  for (;;) {
    skipBlanks(reader);
    if (take(reader, /,/y) === null) break;
    skipBreaks(reader);
    items.push(readUnary(reader));
  }
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return listOf(items, start, reader.at);
}

function listOf(items: readonly ShellValue[], start: number, end: number): ShellValue {
  const parts = items.flatMap((one, i) => [...(i === 0 ? [] : [plainPart(" ", start)]), ...one.parts]);
  return { parts, items, start, end };
}

function operate(
  operator: string,
  left: ShellValue,
  right: ShellValue,
  start: number,
  end: number,
): ShellValue {
  if (operator === "+") {
    if (left.items !== null || right.items !== null)
      return listOf([...(left.items ?? [left]), ...(right.items ?? [right])], start, end);
    return { parts: [...left.parts, ...right.parts], items: null, start, end };
  }
  const plain = [left, right].map(plainText);
  const [first = null, second = null] = plain;
  if (operator === "-f" && first !== null) return { ...filledIn(first, right, start, end) };
  if (operator === "-join" && second !== null && left.items !== null) {
    const parts = left.items.flatMap((one, i) => [
      ...(i === 0 ? [] : [plainPart(second, start)]),
      ...one.parts,
    ]);
    return { parts, items: null, start, end };
  }
  return unknownOf([left, right], start, end);
}

/** `"{0}{1}" -f "a", "b"`. */
function filledIn(form: string, right: ShellValue, start: number, end: number): ShellValue {
  const given = right.items ?? [right];
  const parts = form.split(/(\{\d+\})/).flatMap((piece): readonly WordPart[] => {
    const number = /^\{(\d+)\}$/.exec(piece)?.[1];
    if (number === undefined) return piece === "" ? [] : [plainPart(piece, start)];
    return given[Number(number)]?.parts ?? [];
  });
  return { parts, items: null, start, end };
}

/** The text of a value, where all of it is known. */
export function plainText(value: ShellValue): string | null {
  return value.items === null ? scriptWord(value.parts, value, "").literal : null;
}

/** Nothing is known but where it comes from, and that its parts run. */
function unknownOf(values: readonly ShellValue[], start: number, end: number): ShellValue {
  const from = values.filter(({ parts }) => runs(parts) || parts.some(({ kind }) => kind === "quoted"));
  const parts = [unknownPart(start), ...from.flatMap((one) => one.parts)];
  return { parts: from.length === 0 ? parts : [...parts, unknownPart(start)], items: null, start, end };
}

const PREFIX =
  /(?:-(?:not|bnot|join|split)\b|!|\+\+|--|[+-](?=[\d$(])|\[(?!\s{0,20}\])[\w.\s,[\]]{1,100}\](?=\s{0,20}[$@("'[\d]))/iy;

function readUnary(reader: PowerShellReader): ShellValue {
  skipBlanks(reader);
  const start = reader.at;
  const prefix = take(reader, PREFIX);
  if (prefix === null) return readPostfix(reader, readPrimary(reader));
  const inner = deeper(reader, () => readUnary(reader));
  // A cast; of characters and code it is another text.
  if (prefix.startsWith("[")) {
    const isKept = !/^\[(?:scriptblock|char|convert|byte)/i.test(prefix);
    return isKept ? { ...inner, start } : unknownOf([inner], start, reader.at);
  }
  if (/^-join/i.test(prefix) && inner.items !== null)
    return { parts: inner.items.flatMap((one) => one.parts), items: null, start, end: reader.at };
  return unknownOf([inner], start, reader.at);
}

function readPrimary(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  const value = (parts: readonly WordPart[], items: readonly ShellValue[] | null = null): ShellValue => ({
    ...{ parts, items },
    ...{ start, end: reader.at },
  });
  const here = takeHereString(reader);
  if (here !== null) return value(here);
  switch (reader.text.charAt(start)) {
    case "'":
    case '"':
      return value(stringParts(reader));
    case "$":
      if (reader.text.startsWith("$(", start)) return value(parenthesis(reader, 2).parts);
      break;
    case "@":
      if (reader.text.startsWith("@(", start)) return { ...parenthesis(reader, 2), start };
      if (reader.text.startsWith("@{", start)) return hashTable(reader);
      break;
    case "(":
      return parenthesis(reader, 1);
    case "{":
      return scriptBlock(reader);
    case "[":
      return typeName(reader);
  }
  const name = take(reader, VARIABLE);
  if (name !== null) return value(variableParts(name.replace(/^\$\{?|\}$/g, ""), start, true));
  const number = take(reader, NUMBER) ?? take(reader, /[\w*?.\\/:-]+/y);
  if (number !== null) return value([plainPart(number, start)]);
  unread(reader, "expected a value");
  reader.at++;
  return value([unknownPart(start)]);
}

/** `( … )`, `$( … )`, `@( … )`. */
function parenthesis(reader: PowerShellReader, length: number): ShellValue {
  const start = reader.at;
  reader.at += length;
  return deeper(reader, () => {
    skipBreaks(reader);
    const from = reader.at;
    const isValue = peek(reader, /["'$@[({\d,!-]/y) !== null;
    const mark = reader.errors.length;
    if (isValue) {
      const value = reader.expression();
      skipBreaks(reader);
      if (reader.text[reader.at] === ")" && reader.errors.length === mark) {
        reader.at++;
        return { ...value, start, end: reader.at };
      }
      reader.at = from;
      reader.errors.length = Math.min(mark, reader.errors.length);
    }
    const list = reader.statements(")");
    close(reader, ")");
    const end = reader.at;
    const place = knownPath(list);
    const [only] = list;
    const paths = only === undefined || list.length > 1 ? [] : passedOn(only.command);
    if (place === null && paths.length > 0) return pathsValue(list, paths, { start, end });
    if (place !== null) return { parts: place, items: null, start, end };
    return {
      parts: list.length === 0 ? [] : [commandPart(list, { start, end }, length > 0)],
      items: null,
      start,
      end,
    };
  });
}

/** `@{ Path = "x"; Recurse = $true }`: as the parameters that it stands for when it is splatted. */
function hashTable(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  reader.at += 2;
  const items: ShellValue[] = [];
  deeper(reader, () => {
    for (;;) {
      take(reader, /[\s;]+/y);
      if (reader.at >= reader.text.length || reader.text[reader.at] === "}") break;
      const from = reader.at;
      const key = take(reader, /[\w.-]+/y) ?? plainText(readPrimary(reader)) ?? "";
      skipBlanks(reader);
      if (take(reader, /=/y) === null) {
        unread(reader, "expected =");
        break;
      }
      skipBreaks(reader);
      const command = peek(reader, /[A-Za-z_&][\w-]*\s/y) !== null;
      const value = command ? commandValue(reader, from) : reader.expression();
      const text = plainText(value);
      if (text === "False") continue;
      items.push({ parts: [plainPart(`-${key}`, from)], items: null, start: from, end: reader.at });
      if (text !== "True") items.push(value);
      skipBlanks(reader);
    }
  });
  close(reader, "}");
  return listOf(items, start, reader.at);
}

function commandValue(reader: PowerShellReader, start: number): ShellValue {
  const command = reader.pipeline();
  const place = { start, end: reader.at };
  const list = command === null ? [] : [statementOf(command, place)];
  return { parts: [commandPart(list, place)], items: null, ...place };
}

/** A block that is a value: its text, and that it may run. */
function scriptBlock(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  reader.at++;
  const list = deeper(reader, () => reader.statements("}"));
  close(reader, "}");
  const place = { start, end: reader.at };
  const text = reader.text.slice(start + 1, reader.at - 1);
  const isEmpty = list.length === 0;
  return {
    parts: isEmpty
      ? [plainPart(text, start)]
      : [plainPart(text, start), commandPart(quietly(list, place), place)],
    ...{ items: null, ...place },
  };
}

/** The paths that commands give, which run, too. */
export function pathsValue(list: List, paths: readonly WordNode[], place: Extent): ShellValue {
  const run = commandPart(quietly(list, place), place);
  const items = paths.map((one, i): ShellValue => {
    const parts = one.literal === null ? one.parts : [plainPart(one.literal, one.start)];
    return { parts: i === 0 ? [run, ...parts] : parts, items: null, ...place };
  });
  return listOf(items, place.start, place.end);
}

/** Statements whose output is nobody's. */
function quietly(list: List, place: Extent): List {
  const target = madeWord("/dev/null", place);
  const redirection = {
    ...place,
    operator: ">",
    descriptor: null,
    variable: null,
    target,
    body: null,
    delimiter: null,
  };
  return [
    statementOf(
      { kind: "redirected", command: { kind: "group", body: list }, redirections: [redirection] },
      place,
    ),
  ];
}

function typeName(reader: PowerShellReader): ShellValue {
  const start = reader.at;
  const name = take(reader, /\[[\w.\s,[\]`+]{1,200}?\](?!\])/y);
  if (name === null) {
    unread(reader, "expected a type");
    reader.at++;
  }
  return { parts: [plainPart(name ?? "", start)], items: null, start, end: reader.at };
}

/** Members, elements and calls of what comes before. */
function readPostfix(reader: PowerShellReader, first: ShellValue): ShellValue {
  let value = first;
  const { start } = first;
  for (;;) {
    if (reader.text[reader.at] === "[") {
      reader.at++;
      const index = deeper(reader, () => reader.expression());
      skipBreaks(reader);
      close(reader, "]");
      const at = Number(plainText(index) ?? "x");
      value = value.items?.[at] ?? unknownOf([value, index], start, reader.at);
      continue;
    }
    const isStatic = reader.text.startsWith("::", reader.at);
    if (take(reader, MEMBER) === null) break;
    const name = take(reader, /\w+/y) ?? plainText(readPrimary(reader)) ?? "";
    if (reader.text[reader.at] === "(") value = methodCall(reader, value, name, isStatic);
    else if (!ITSELF.test(name)) value = unknownOf([value], start, reader.at);
  }
  return take(reader, /\+\+|--/y) === null ? value : unknownOf([value], start, reader.at);
}

/** A method is a command: rows say what it does. */
function methodCall(reader: PowerShellReader, of: ShellValue, name: string, isStatic: boolean): ShellValue {
  const { start } = of;
  reader.at++;
  const given = deeper(reader, () => {
    skipBreaks(reader);
    return reader.text[reader.at] === ")" ? null : reader.expression();
  });
  skipBreaks(reader);
  close(reader, ")");
  const place = { start, end: reader.at };
  const method = methodName(plainText(of), name, isStatic);
  const values = given === null ? [] : valueWords(reader, given);
  const path = pathParts(method, given ?? of, start);
  if (path !== null) return { parts: path, items: null, ...place };
  if (ITSELF.test(name) && given === null && !isStatic) return { ...of, end: reader.at };
  if (isStatic ? PURE_TYPE.test(method) : PURE_METHOD.test(name))
    return unknownOf(given === null ? [of] : [of, given], start, reader.at);
  const runsText = RUNS_TEXT.test(method);
  const own = isStatic || runsText ? [] : valueWords(reader, of);
  const words = [madeWord(runsText ? "eval" : method, place), ...own, ...values];
  return {
    parts: [commandPart([statementOf(simpleNode(words, place), place)], place)],
    items: null,
    ...place,
  };
}

/** What a method gives whose value is a path; null for every other. */
function pathParts(method: string, given: ShellValue, start: number): readonly WordPart[] | null {
  if (method === "[environment]::getfolderpath") return folderParts(plainText(given) ?? "", start);
  if (method !== "[io.path]::combine") return null;
  return withSlashes(
    (given.items ?? [given]).map((one) => one.parts),
    start,
  );
}

/** Parts with a slash between. */
function withSlashes(all: readonly (readonly WordPart[])[], start: number): readonly WordPart[] {
  return all.flatMap((parts, i) => (i === 0 ? parts : [plainPart("/", start), ...parts]));
}

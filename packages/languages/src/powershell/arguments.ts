import type { List, Redirection, WordNode, WordPart } from "@gatehouse-hooks/shell";
import { madeWord, plainPart, scriptWord } from "../script/script-nodes.js";
import {
  type PowerShellReader,
  type ShellValue,
  block,
  peek,
  skipBlanks,
  skipBreaks,
  countStep,
  take,
  valueWords,
} from "./reader.js";
import { slashed } from "../script/windows-names.js";
import { plainText } from "./expressions.js";
import { dollarParts, stringParts, takeHereString, unescaped } from "./strings.js";
import { variableName } from "./variables.js";
import { variablePart } from "../script/script-nodes.js";

/** A word behind the name of a command. */
export interface GivenArgument {
  /** The parameter that it names, without dash. */
  readonly name: string | null;
  readonly words: readonly WordNode[];
  /** What a block holds. */
  readonly body: List | null;
}

const REDIRECTION = /(?:\*|[1-6])?>>?(?:&[12])?|</y;
const ENDS = /(?:[|;)}\n]|\r\n|&&|&(?![\d>])|$)/y;
const BARE = /[^\s`$"'|;&(){}<>,]+/y;

/** What a command is given, up to its end. `isOwn`: PowerShell's own command, whose parameters have values behind a colon. */
export function readArguments(
  reader: PowerShellReader,
  isOwn: boolean,
  globs: boolean,
): { readonly given: readonly GivenArgument[]; readonly redirections: readonly Redirection[] } {
  const given: GivenArgument[] = [];
  const redirections: Redirection[] = [];
  for (;;) {
    skipBlanks(reader);
    if (peek(reader, ENDS) !== null) break;
    const start = reader.at;
    const redirects = take(reader, REDIRECTION);
    if (redirects !== null) redirections.push(redirection(reader, redirects, start));
    else if (take(reader, /--%/y) !== null) {
      for (const word of (take(reader, /[^\n|]*/y) ?? "").trim().split(/\s+/)) given.push(plain(word, start));
    } else given.push(readArgument(reader, isOwn, globs && !isValueOf(given.at(-1))));
    // What cannot be read is passed over.
    if (reader.at === start) reader.at++;
  }
  return { given, redirections };
}

/** Where output goes. */
export function redirectionsOf(reader: PowerShellReader): readonly Redirection[] {
  const all: Redirection[] = [];
  for (;;) {
    skipBlanks(reader);
    const start = reader.at;
    const written = take(reader, REDIRECTION);
    if (written === null) return all;
    all.push(redirection(reader, written, start));
  }
}

const NO_PATH = /^(?:v|value|filter|enc\w*|literalpath|lp|encoding|type|itemtype)$/i;

function isValueOf(before: GivenArgument | undefined): boolean {
  return (
    before !== undefined && before.name !== null && before.words.length === 1 && NO_PATH.test(before.name)
  );
}

function plain(text: string, start: number): GivenArgument {
  return { name: null, words: [madeWord(text, { start, end: start + text.length })], body: null };
}

function redirection(reader: PowerShellReader, written: string, start: number): Redirection {
  const to = /&([12])$/.exec(written)?.[1];
  const from = /^[1-6]/.exec(written)?.[0];
  const descriptor = from === undefined ? null : Number(from);
  const base = { start, end: reader.at, variable: null, body: null, delimiter: null };
  if (to !== undefined) return { ...base, operator: ">&", descriptor, target: madeWord(to, base) };
  skipBlanks(reader);
  const value = readBareWord(reader, false);
  const parts = value.parts.map((part) =>
    part.kind === "text" ? { ...part, text: slashed(part.text) } : part,
  );
  const isNothing = parts.length === 0 || plainText(value) === "";
  const target = isNothing ? madeWord("/dev/null", base) : scriptWord(parts, value, "");
  const operator = written.startsWith("*")
    ? written.includes(">>")
      ? "&>>"
      : "&>"
    : written.replace(/^[1-6]/, "");
  return { ...base, end: reader.at, operator, descriptor, target };
}

const PARAMETER = /-[A-Za-z_?][\w]*:?/y;

function readArgument(reader: PowerShellReader, isOwn: boolean, globs: boolean): GivenArgument {
  const start = reader.at;
  if (reader.text[start] === "{") {
    const inside = block(reader);
    if (inside !== null) {
      const text = reader.text.slice(start + 1, inside.place.end - 1);
      return { name: null, words: [madeWord(text, inside.place)], body: inside.body };
    }
  }
  if (reader.text[start] === "@" && /[A-Za-z_]/.test(reader.text[start + 1] ?? "")) {
    const name = take(reader, /@\w+/y) ?? "";
    const part =
      name === "@args" ? variablePart("@", start) : variablePart(variableName(name.slice(1)), start, true);
    return { name: null, words: [scriptWord([part], { start, end: reader.at }, name)], body: null };
  }
  const parameter = isOwn ? take(reader, PARAMETER) : null;
  if (parameter === null) return { name: null, words: readList(reader, globs), body: null };
  const name = parameter.slice(1).replace(/:$/, "");
  const place = { start, end: reader.at };
  if (!parameter.endsWith(":")) return { name, words: [madeWord(parameter, place)], body: null };
  skipBlanks(reader);
  const values = readList(reader, globs && !NO_PATH.test(name));
  const [only] = values;
  if (only?.literal === "False") return { name, words: [], body: null };
  if (only?.literal === "True") return { name, words: [madeWord(`-${name}`, place)], body: null };
  return { name, words: values.flatMap((one) => [madeWord(`-${name}`, place), one]), body: null };
}

/** `a,b`: each is a word. */
function readList(reader: PowerShellReader, globs: boolean): readonly WordNode[] {
  const words: WordNode[] = [];
  for (;;) {
    const value = readBareWord(reader, globs);
    words.push(...valueWords(reader, value));
    if (take(reader, /[ \t]*,/y) === null) return words;
    skipBreaks(reader);
  }
}

/** One word: bare, quoted, a value in parentheses. */
export function readBareWord(reader: PowerShellReader, globs: boolean): ShellValue {
  const start = reader.at;
  const here = takeHereString(reader);
  if (here !== null) return { parts: here, items: null, start, end: reader.at };
  if (peek(reader, /\(|@\(|@\{|\$\(|\$\w+[.[:]|\[\w[\w.]*\]::|\$_[.[]/y) !== null) {
    const value = peek(reader, /[$[]/y) === null ? reader.expression() : memberWord(reader);
    if (value !== null) return value;
    reader.at = start;
  }
  const parts: WordPart[] = [];
  const isVariable = /^\$[\w:{]/.test(reader.text.slice(start, start + 2));
  for (;;) {
    const piece = wordPiece(reader, parts.length === 0, globs, isVariable && parts.length === 0);
    if (piece === null) break;
    parts.push(...piece);
  }
  return { parts, items: null, start, end: reader.at };
}

/** `$x.Name`, `$x[0]`, `[type]::Name`; null where something follows that makes it a part of a word. */
function memberWord(reader: PowerShellReader): ShellValue | null {
  const { errors } = reader;
  const before = errors.length;
  const value = reader.expression();
  const isWhole = peek(reader, /[\s|;&(){}<>,]|$/y) !== null;
  if (isWhole && errors.length === before) return value;
  errors.length = before;
  return null;
}

function wordPiece(
  reader: PowerShellReader,
  isFirst: boolean,
  globs: boolean,
  many: boolean,
): readonly WordPart[] | null {
  countStep(reader);
  const { text, at } = reader;
  const one = text[at] ?? "";
  if (one === "'" || one === '"')
    return stringParts(reader).flatMap((part) => (globs ? globbed(part) : [part]));
  if (one === "`" && !/^`\r?\n/.test(text.slice(at, at + 3))) {
    reader.at += 2;
    return [plainPart(unescaped(text[at + 1] ?? ""), at)];
  }
  if (one === "$") {
    const parts = dollarParts(reader, many);
    if (parts !== null) return parts;
    reader.at++;
    return [plainPart("$", at)];
  }
  return barePiece(reader, isFirst);
}

function barePiece(reader: PowerShellReader, isFirst: boolean): readonly WordPart[] | null {
  const { at } = reader;
  const bare = take(reader, BARE);
  if (bare === null) return null;
  const isHome = isFirst && /^~(?:[\\/]|$)/.test(bare);
  const rest = plainPart(isHome ? bare.slice(1) : bare, isHome ? at + 1 : at);
  return [
    ...(isHome ? [{ kind: "tilde", user: "" } as const] : []),
    ...(rest.kind === "text" && rest.text === "" ? [] : globbed(rest)),
  ];
}

/** Text with its wildcards. */
function globbed(part: WordPart): readonly WordPart[] {
  if (part.kind !== "text" || !/[*?]|\[[^\]]/.test(part.text)) return [part];
  return part.text
    .split(/([*?]+|\[[^\]]{1,100}\])/)
    .filter((one) => one !== "")
    .map((one): WordPart =>
      /^(?:[*?]+|\[[^\]]{1,100}\])$/.test(one)
        ? { kind: "glob", text: one, dots: true }
        : { ...part, text: one },
    );
}

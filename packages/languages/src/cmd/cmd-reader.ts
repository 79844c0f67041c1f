import type { List, ParameterPart, ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import type { WrittenValues } from "./cmd-values.js";
import { environmentParts } from "../script/windows-names.js";
import { madeWord, plainPart, unknownPart, variablePart } from "../script/script-nodes.js";

/** A place in a text, a jump to one, and where variables begin and end to be its own. */
export interface LineMark {
  readonly kind: "label" | "goto" | "setlocal" | "endlocal";
  readonly label: string;
  readonly at: number;
}

/** A text of `cmd` while it is read. */
export interface CmdReader {
  readonly text: string;
  at: number;
  depth: number;
  /** A command with the operators around it. */
  readonly command: () => ShellCommand | null;
  /** Variables of loops that are open here. */
  readonly loops: Set<string>;
  /** Variables that the line sets; those that it uses as they were before it, and those of them behind where they are set. */
  readonly set: Set<string>;
  readonly used: Set<string>;
  readonly late: Set<string>;
  /** Variables that this line sets and uses: their value is the one or the other. */
  readonly open: ReadonlySet<string>;
  readonly values: WrittenValues;
  /** How many variables were used that are split in a way that is not known. */
  unclear: number;
  /** What says where to go on, by the command that stands for it. */
  readonly marks: Map<ShellCommand, LineMark>;
  /** Marks that were understood. */
  readonly matched: Set<ShellCommand>;
  /** Labels that `call` runs. */
  readonly called: Set<string>;
  /** Says what is not understood. */
  readonly fail: (message: string, start: number) => void;
  /** `+` is a word, as between the files of `copy`. */
  plus: boolean;
  /** The commands of a part of the text. */
  readonly inside: (from: number, to: number) => List;
}

/** A word as it is written, and what it gives. */
interface CmdWord {
  readonly parts: readonly WordPart[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text from here on matches; the form has to be sticky. */
export function take(reader: CmdReader, form: RegExp): string | null {
  form.lastIndex = reader.at;
  const found = form.exec(reader.text)?.[0] ?? null;
  if (found !== null) reader.at += found.length;
  return found;
}

/** Blanks, and a line that goes on in the next one. */
export function skipBlanks(reader: CmdReader): void {
  take(reader, /(?:[ \t,;=\r]|\^\r?\n)+/y);
}

const VARIABLE =
  /%%\w{2,}%%|%%\w%%(?!~?[a-z])|%~[a-z]*[0-9*]|%%?~[fdpnxsatz]*(?:\$\w+:)?[a-z]|%%[a-z]|%\w+:(?:~-?\d|[^%\s=]{1,40}=)[^%\r\n]*%|%[a-z](?![\w%])|%[0-9*]|%[^%\r\n]+%|%[a-z]|!\w+(?::[^!\r\n]*)?!/iy;
/** `%i` of a loop in front of something, which looks like the name of a variable. */
const LOOP = /%[a-z](?=[^\w%][^%\r\n]*%|%)/iy;
const PLAIN = /[^%!^"&|<>()\s,;=+]+/y;
const QUOTED = /[^%!"\r\n]+/y;

/** One word. */
export function readCmdWord(reader: CmdReader): CmdWord | null {
  const start = reader.at;
  const parts: WordPart[] = [];
  let isQuoted = false;
  for (;;) {
    const from = reader.at;
    const one = reader.text[from];
    if (one === undefined || one === "\n" || one === "\r" || (!isQuoted && /[&|<>()\s,;=]/.test(one))) break;
    if (one === "+" && reader.plus && !isQuoted) {
      if (from > start) break;
      reader.at++;
      return { parts: [plainPart("+", from)], start, end: reader.at, text: "+" };
    }
    if (one === '"') {
      isQuoted = !isQuoted;
      reader.at++;
      // Nothing in quotes is a word, too.
      if (!isQuoted && parts.length === 0) parts.push(plainPart("", from));
    } else parts.push(...pieceOf(reader, one, isQuoted));
  }
  if (reader.at === start) return null;
  return { parts, start, end: reader.at, text: reader.text.slice(start, reader.at) };
}

function pieceOf(reader: CmdReader, one: string, isQuoted: boolean): readonly WordPart[] {
  const from = reader.at;
  const isLoop = reader.loops.has(reader.text[from + 1] ?? "");
  const found = (isLoop ? take(reader, LOOP) : null) ?? take(reader, VARIABLE);
  if (found !== null) return variable(reader, found, from, isQuoted);
  if (one === "^" && !isQuoted) {
    reader.at++;
    take(reader, /\r?\n/y);
    return [plainPart(reader.text[reader.at++] ?? "", from)];
  }
  const text = take(reader, isQuoted ? QUOTED : PLAIN) ?? (reader.at++, one);
  return isQuoted ? [plainPart(text, from)] : globbed(text, from);
}

/** Commands of `cmd` match wildcards themselves: `*.*` is every name, and `?` is no character, too. */
export function globbed(text: string, start: number): readonly WordPart[] {
  return text
    .replaceAll(/\*\.\*(?![^\\/])|\?/g, "*")
    .split(/([*?]+)/)
    .filter((one) => one !== "")
    .map((one): WordPart =>
      /^[*?]+$/.test(one) ? { kind: "glob", text: one, dots: true } : plainPart(one, start),
    );
}

/** `%%i` and `%1`: a part of the path in them is not the path. */
function loopOrArgument(reader: CmdReader, written: string, start: number): WordPart | null {
  const [, change = "", name = ""] =
    /^%%?(~[a-z]*(?:\$\w+:)?)?([a-z])$/i.exec(written) ?? /^%(~[a-z]*)?([0-9*])$/i.exec(written) ?? [];
  if (name === "") return null;
  if (!/^~?f?$/.test(change)) return unknownPart(start);
  if (/[0-9*]/.test(name)) return variablePart(name === "*" ? "@" : name, start);
  return reader.loops.has(name) ? variablePart(loopName(name), start) : unknownPart(start);
}

function variable(reader: CmdReader, written: string, start: number, isQuoted: boolean): readonly WordPart[] {
  if (/^%%\w+%%$/.test(written)) return [unknownPart(start)];
  const numbered = loopOrArgument(reader, written, start);
  if (numbered !== null) return [numbered];
  const given = written.slice(1, -1);
  const colon = given.indexOf(":");
  const name = (colon < 0 ? given : given.slice(0, colon)).toUpperCase();
  if (written.startsWith("%")) noteUse(reader, name.replaceAll(/\W/g, "_"));
  if (name === "CD") return [reader.open.has("CD") ? unknownPart(start) : variablePart("PWD", start)];
  const parts = environmentParts(name, start);
  if (colon < 0) return opened(reader, name, parts, isQuoted);
  const operation = changeOf(given.slice(colon + 1), start);
  const [part] = parts;
  const [inner] = part?.kind === "quoted" ? part.parts : [];
  if (operation === null || inner?.kind !== "parameter") return [unknownPart(start)];
  return [{ kind: "quoted", parts: [{ ...inner, index: null, operation }], start }];
}

/** The value as it is written in place of the name: several words, and wildcards. */
function opened(
  reader: CmdReader,
  name: string,
  parts: readonly WordPart[],
  isQuoted: boolean,
): readonly WordPart[] {
  const known = name.replaceAll(/\W/g, "_");
  if ((isQuoted ? reader.values.torn : reader.values.unclear).has(known)) reader.unclear++;
  const [part] = parts;
  return !isQuoted && part?.kind === "quoted" && reader.values.open.has(known) ? part.parts : parts;
}

function noteUse({ set, used, late }: CmdReader, name: string): void {
  used.add(name);
  if (set.has(name)) late.add(name);
}

/** `%a:~1,2%` is `${a:1:2}`, `%a:^=%` is `${a//^/}`; null where bash has no such form: it tells small letters from large ones. */
function changeOf(written: string, start: number): ParameterPart["operation"] {
  const word = (text: string): WordNode => madeWord(text, { start, end: start });
  const slice = /^~(-?\d{1,4})(?:,(-?\d{1,4}))?$/.exec(written);
  if (slice !== null) {
    const [, first = "0", second] = slice;
    return {
      kind: "slice",
      operator: ":",
      first: word(first),
      second: second === undefined ? null : word(second),
    };
  }
  const replaced = /^([^\p{L}*=~!?[\]\\]+)=(.*)$/u.exec(written);
  if (replaced === null) return null;
  return { kind: "replace", operator: "//", first: word(replaced[1] ?? ""), second: word(replaced[2] ?? "") };
}

/** The variable of a `for`. */
export function loopName(letter: string): string {
  return `cmd_${letter}`;
}

/** What is left of a line, up to an operator. */
export function readRest(reader: CmdReader): readonly WordPart[] {
  const parts: WordPart[] = [];
  for (;;) {
    const start = reader.at;
    // `echo a 2>b`: the number is the redirection's.
    if (/[\s=;,]/.test(reader.text[start - 1] ?? "") && take(reader, /(?=[0-9][<>])/y) !== null) break;
    const blank = take(reader, /[ \t,;=()]+/y);
    if (blank !== null) {
      if (blank.includes(")") && reader.depth > 0) {
        reader.at = start + blank.indexOf(")");
        parts.push(plainPart(blank.slice(0, blank.indexOf(")")), start));
        break;
      }
      parts.push(plainPart(blank, start));
      continue;
    }
    const quoted = take(reader, /"[^"%!\r\n]*"/y);
    if (quoted !== null) parts.push(plainPart(quoted, start));
    else {
      const word = readCmdWord(reader);
      if (word === null) break;
      parts.push(...word.parts.map((part) => (part.kind === "glob" ? plainPart(part.text, start) : part)));
    }
  }
  return parts;
}

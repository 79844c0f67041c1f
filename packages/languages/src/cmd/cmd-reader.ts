import type { List, ParameterPart, ShellCommand, WordNode, WordPart } from "@gatehouse-hooks/shell";
import { environmentParts } from "../script/windows-names.js";
import { madeWord, plainPart, unknownPart, variablePart } from "../script/script-nodes.js";

/** A text of `cmd` while it is read. */
export interface CmdReader {
  readonly text: string;
  at: number;
  depth: number;
  readonly errors: { readonly message: string; readonly start: number }[];
  /** A command with the operators around it. */
  readonly command: () => ShellCommand | null;
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
  /%\w+:(?:~-?\d|[^%\s=]{1,40}=)[^%\r\n]*%|%%?~?[a-z]*\$?[A-Za-z](?![\w%])|%~?[a-z]*[0-9*]|%[^%\r\n]+%|![A-Za-z_]\w*!/iy;
const PLAIN = /[^%!^"&|<>()\s,;=]+/y;
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
  const found = take(reader, VARIABLE);
  if (found !== null) return variable(found, from);
  if (one === "^" && !isQuoted) {
    reader.at += 2;
    return [plainPart(reader.text[from + 1] ?? "", from)];
  }
  const text = take(reader, isQuoted ? QUOTED : PLAIN) ?? (reader.at++, one);
  return isQuoted ? [plainPart(text, from)] : globbed(text, from);
}

/** Commands of `cmd` match wildcards themselves. */
function globbed(text: string, start: number): readonly WordPart[] {
  return text
    .split(/([*?]+)/)
    .filter((one) => one !== "")
    .map((one): WordPart => (/^[*?]+$/.test(one) ? { kind: "glob", text: one } : plainPart(one, start)));
}

function variable(written: string, start: number): readonly WordPart[] {
  const loop = /^%%?~?[a-z]*\$?([A-Za-z])$/i.exec(written)?.[1];
  if (loop !== undefined && !/^%[^%]{2,}%$/.test(written)) return [variablePart(loopName(loop), start)];
  const position = /^%~?[a-z]*([0-9*])$/i.exec(written)?.[1];
  if (position !== undefined) return [variablePart(position === "*" ? "@" : position, start)];
  const name = written.slice(1, -1);
  const colon = name.indexOf(":");
  if (colon < 0) return environmentParts(name, start);
  const operation = changeOf(name.slice(colon + 1), start);
  const [part] = environmentParts(name.slice(0, colon), start);
  const [inner] = part?.kind === "quoted" ? part.parts : [];
  if (operation === null || inner?.kind !== "parameter") return [unknownPart(start)];
  return [{ kind: "quoted", parts: [{ ...inner, index: null, operation }], start }];
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
    const quoted = take(reader, /"[^"%!\r\n]*"?/y);
    if (quoted !== null) parts.push(plainPart(quoted, start));
    else {
      const word = readCmdWord(reader);
      if (word === null) break;
      parts.push(...word.parts.map((part) => (part.kind === "glob" ? plainPart(part.text, start) : part)));
    }
  }
  return parts;
}

import type { WordPart } from "@gatehouse-hooks/shell";
import { commandPart, plainPart, unknownPart } from "../script/script-nodes.js";
import { type PowerShellReader, close, deeper, countStep, take, unread } from "./reader.js";
import { variableParts } from "./variables.js";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "\0",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

/** What a backquote and the character behind it stand for. Of Windows PowerShell, where `` `e `` is the letter, as in a name that it hides. */
export function unescaped(one: string): string {
  return Object.hasOwn(ESCAPES, one) ? (ESCAPES[one] ?? one) : one;
}

/** `'…'` and `"…"`. */
export function stringParts(reader: PowerShellReader): readonly WordPart[] {
  const start = reader.at;
  if (reader.text[start] === "'") {
    const whole = take(reader, /'(?:[^']|'')*'?/y) ?? "'";
    if (whole.length < 2 || !whole.endsWith("'")) unread(reader, "a string without an end");
    return [plainPart(whole.slice(1).replace(/'$/, "").replaceAll("''", "'"), start)];
  }
  reader.at++;
  const parts = expandedParts(reader, '"');
  close(reader, '"');
  return parts.length === 0 ? [plainPart("", start)] : parts;
}

const PLAIN = /[^`$"]+/y;
const NAME = /\$(?:(?:env|script|global|local|private|using|variable|function):)?\w+|\$\{[^}]*\}|\$[$^?]/iy;

/** Text in which variables and commands are filled in, up to its end mark. */
function expandedParts(reader: PowerShellReader, end: '"' | ""): readonly WordPart[] {
  const parts: WordPart[] = [];
  const { text } = reader;
  while (reader.at < text.length) {
    countStep(reader);
    const start = reader.at;
    const one = text[start] ?? "";
    if (one === '"') {
      if (end === "" || text[start + 1] === '"') {
        parts.push(plainPart('"', start));
        reader.at += end === "" ? 1 : 2;
        continue;
      }
      break;
    }
    parts.push(...piece(reader, one));
  }
  return parts;
}

function piece(reader: PowerShellReader, one: string): readonly WordPart[] {
  const { text } = reader;
  const start = reader.at;
  if (one === "`") {
    reader.at += 2;
    return [plainPart(unescaped(text[start + 1] ?? ""), start)];
  }
  if (one !== "$") return [plainPart(take(reader, PLAIN) ?? "", start)];
  return dollarParts(reader) ?? (reader.at++, [plainPart("$", start)]);
}

/** `$name`, `${name}`, `$( … )`; null where it is only a dollar sign. */
export function dollarParts(reader: PowerShellReader, many = false): readonly WordPart[] | null {
  const start = reader.at;
  if (reader.text.startsWith("$(", start)) {
    reader.at += 2;
    const list = deeper(reader, () => reader.statements(")"));
    close(reader, ")");
    return list.length === 0 ? [] : [commandPart(list, { start, end: reader.at })];
  }
  const name = take(reader, NAME);
  if (name === null) return null;
  return variableParts(name.replace(/^\$\{?|\}$/g, ""), start, many);
}

/** `@'` … `'@`, `@"` … `"@`. */
export function takeHereString(reader: PowerShellReader): readonly WordPart[] | null {
  const { text, at: start } = reader;
  const quote = /^@(['"])[ \t]*\r?\n/.exec(text.slice(start, start + 200));
  if (quote === null) return null;
  const mark = quote[1] ?? "'";
  const from = start + quote[0].length;
  const found = text.indexOf(`\n${mark}@`, from - 1);
  const end = found === -1 ? text.length : found;
  if (found === -1) unread(reader, "a string without an end");
  reader.at = Math.min(text.length, end + 3);
  const body = text.slice(from, Math.max(from, end)).replace(/\r$/, "");
  if (mark === "'" || !/[`$]/.test(body)) return [plainPart(body, from)];
  const inner: PowerShellReader = { ...reader, text: text.slice(0, from + body.length), at: from };
  const parts = deeper(inner, () => expandedParts(inner, ""));
  reader.steps = inner.steps;
  return parts.length === 0 ? [unknownPart(from)] : parts;
}

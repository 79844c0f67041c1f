/** A value that is written out. Tuples are told from lists: where one is due the other is refused. */
export type Literal =
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "list" | "tuple"; readonly items: readonly Literal[] }
  | { readonly kind: "other"; readonly value: number | boolean | null };

/** Where the reading is, and why it could not go on. */
export interface LiteralCursor {
  readonly text: string;
  at: number;
  why: string;
}

const MAX_DEPTH = 32;
const BLANK = /(?:\s|\\\n|#[^\n]*)*/y;
const WORD = /(?:True|False|None)\b/y;
const NUMBER = /[+-]?\d+(?:\.\d+)?(?![\w.])/y;
const OPENING = /([rR]?)("""|'''|"|')/y;
const ESCAPE = /\\(?:[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^])/y;
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["True", true],
  ["False", false],
  ["None", null],
]);
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\n", ""],
  ["\\", "\\"],
  ['"', '"'],
  ["'", "'"],
]);

/** Reads a literal, and moves the cursor behind it; `null` and the reason in the cursor where there is none. */
export function readLiteral(cursor: LiteralCursor, depth: number): Literal | null {
  if (depth > MAX_DEPTH) return fail(cursor, "its lists are nested too deeply");
  const mark = cursor.text[cursor.at];
  if (mark === "[" || mark === "(") return readItems(cursor, mark, depth);
  const text = readString(cursor);
  if (text !== undefined) return text === null ? null : { kind: "string", value: text };
  const word = match(cursor, WORD);
  if (word !== null) return { kind: "other", value: WORDS.get(word) ?? null };
  const number = match(cursor, NUMBER);
  if (number !== null) return { kind: "other", value: Number(number) };
  return fail(cursor, mark === undefined ? "its bracket is never closed" : "an argument is not a literal");
}

function readItems(cursor: LiteralCursor, open: "[" | "(", depth: number): Literal | null {
  const close = open === "[" ? "]" : ")";
  const items: Literal[] = [];
  cursor.at++;
  let commas = 0;
  for (;;) {
    match(cursor, BLANK);
    if (cursor.text[cursor.at] === close) {
      cursor.at++;
      const [only] = items;
      if (open === "(" && commas === 0 && only !== undefined) return only;
      return { kind: open === "[" ? "list" : "tuple", items };
    }
    const item = readLiteral(cursor, depth + 1);
    if (item === null) return null;
    items.push(item);
    match(cursor, BLANK);
    const mark = cursor.text[cursor.at];
    if (mark === ",") {
      cursor.at++;
      commas++;
    } else if (mark !== close) {
      return fail(
        cursor,
        mark === undefined ? "its bracket is never closed" : "a list has something that is not a literal",
      );
    }
  }
}

/** `undefined` where no string begins, `null` where one is broken. */
function readString(cursor: LiteralCursor): string | null | undefined {
  OPENING.lastIndex = cursor.at;
  const opening = OPENING.exec(cursor.text);
  if (opening === null) return undefined;
  const [whole, raw = "", quote = '"'] = opening;
  let at = cursor.at + whole.length;
  const parts: string[] = [];
  for (;;) {
    if (cursor.text.startsWith(quote, at)) {
      cursor.at = at + quote.length;
      return parts.join("");
    }
    const one = cursor.text[at];
    if (one === undefined || (one === "\n" && quote.length === 1))
      return fail(cursor, "a string is never closed");
    if (one !== "\\") {
      parts.push(one);
      at++;
      continue;
    }
    ESCAPE.lastIndex = at;
    const escape = ESCAPE.exec(cursor.text)?.[0];
    if (escape === undefined) return fail(cursor, "a string is never closed");
    const value = raw === "" ? unescape(escape) : escape.slice(0, 2);
    if (value === null) return fail(cursor, "a string has an escape that Starlark does not have");
    parts.push(value);
    at += raw === "" ? escape.length : 2;
  }
}

function unescape(escape: string): string | null {
  const letter = escape[1] ?? "";
  const known = LETTERS.get(letter);
  if (known !== undefined) return known;
  const isOctal = letter >= "0" && letter <= "7";
  if (!isOctal && !(escape.length > 2)) return null;
  const code = isOctal ? Number.parseInt(escape.slice(1), 8) : Number.parseInt(escape.slice(2), 16);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : String.fromCodePoint(code);
}

function match(cursor: LiteralCursor, pattern: RegExp): string | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found === null) return null;
  cursor.at = pattern.lastIndex;
  return found[0];
}

function fail(cursor: LiteralCursor, why: string): null {
  cursor.why = why;
  return null;
}

import {
  charCodeAt,
  codePointAt,
  execute,
  freeze,
  fromCodePoint,
  hasOwn,
  isFinite,
  isSafeInteger,
  isWellFormed,
  mapGet,
} from "./intrinsics/intrinsics.js";
import { parseNative, toNumber } from "./intrinsics/text-intrinsics.js";
import { Refusal } from "./json-issue.js";
import type { ResolvedJsonOptions } from "./json-limits.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { quote } from "./quote.js";
import { newSealedList, newSealedObject } from "./sealed.js";

const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const WORD = /true|false|null/y;

/**
 * Reads a JSON text unit by unit: the slow way, which knows the place of what it refuses.
 *
 * @param object whether the value must be an object
 * @throws Refusal with the offset of the first problem
 */
export function readText(text: string, options: ResolvedJsonOptions, object: boolean): JsonValue {
  const reader: Reader = { text, at: 0, nodes: 0, options };
  skipBlanks(reader);
  if (object && text[reader.at] !== "{") refuseText("json-not-object", "expected a JSON object", reader.at);
  const value = readValue(reader, 0);
  skipBlanks(reader);
  if (reader.at < text.length)
    refuseText("json-trailing-text", "expected one JSON value, found more text", reader.at);
  return value;
}

function refuseText(code: string, message: string, offset: number): never {
  throw new Refusal(code, message, offset);
}

interface Reader {
  readonly text: string;
  at: number;
  nodes: number;
  readonly options: ResolvedJsonOptions;
}

function skipBlanks(reader: Reader): void {
  const { text } = reader;
  let { at } = reader;
  for (; at < text.length; at++) {
    const unit = charCodeAt(text, at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
  }
  reader.at = at;
}

function readValue(reader: Reader, depth: number): JsonValue {
  const { text, at, options } = reader;
  if (++reader.nodes > options.maxNodes)
    refuseText("json-too-many", `more than ${options.maxNodes} values`, at);
  const first = text[at];
  if (first === '"') return readString(reader);
  if (first === "{" || first === "[") {
    if (depth >= options.maxDepth)
      refuseText("json-too-deep", `nested deeper than ${options.maxDepth} levels`, at);
    reader.at++;
    return first === "{" ? readObject(reader, depth + 1) : readList(reader, depth + 1);
  }
  NUMBER.lastIndex = at;
  const number = execute(NUMBER, text);
  if (number !== null) return readNumber(reader, number);
  WORD.lastIndex = at;
  const word =
    execute(WORD, text)?.[0] ??
    refuseText("json-syntax", `expected a JSON value, found ${found(reader)}`, at);
  reader.at += word.length;
  return mapGet(WORDS, word) ?? null;
}

function found({ text, at }: Reader): string {
  const code = codePointAt(text, at);
  return code === undefined ? "the end" : quote(fromCodePoint(code));
}

function readObject(reader: Reader, depth: number): JsonObject {
  const object = newSealedObject();
  skipBlanks(reader);
  if (reader.text[reader.at] === "}") reader.at++;
  else {
    do {
      skipBlanks(reader);
      const at = reader.at;
      const key = readString(reader);
      if (hasOwn(object, key)) refuseText("json-duplicate-key", `duplicate key ${quote(key)}`, at);
      expect(reader, ":");
      skipBlanks(reader);
      object[key] = readValue(reader, depth);
    } while (more(reader, "}"));
  }
  return freeze(object);
}

function readList(reader: Reader, depth: number): readonly JsonValue[] {
  const items = newSealedList();
  skipBlanks(reader);
  if (reader.text[reader.at] === "]") reader.at++;
  else {
    do {
      skipBlanks(reader);
      items[items.length] = readValue(reader, depth);
    } while (more(reader, "]"));
  }
  return freeze(items);
}

function expect(reader: Reader, mark: string): void {
  skipBlanks(reader);
  if (reader.text[reader.at] !== mark)
    refuseText("json-syntax", `expected \`${mark}\`, found ${found(reader)}`, reader.at);
  reader.at++;
}

/** Steps over a comma (true) or the closing mark (false). */
function more(reader: Reader, close: string): boolean {
  skipBlanks(reader);
  const mark = reader.text[reader.at];
  if (mark !== "," && mark !== close) {
    refuseText("json-syntax", `expected \`,\` or \`${close}\`, found ${found(reader)}`, reader.at);
  }
  reader.at++;
  return mark === ",";
}

function readString(reader: Reader): string {
  const { text, at } = reader;
  STRING.lastIndex = at;
  const raw = execute(STRING, text)?.[0];
  if (raw === undefined) {
    const problem =
      text[at] === '"'
        ? "a string that is not closed, or holds a control character or a bad escape"
        : `expected a string, found ${found(reader)}`;
    return refuseText("json-syntax", problem, at);
  }
  reader.at += raw.length;
  // Never a part of the text: that would keep all of it alive, and be slower to compare and to search.
  const value = parseNative(raw);
  if (typeof value !== "string" || (!reader.options.keepSurrogates && !isWellFormed(value))) {
    return refuseText("json-lone-surrogate", "a string with half of a surrogate pair", at);
  }
  return value;
}

function readNumber(reader: Reader, match: RegExpExecArray): number {
  const { 0: raw, 1: fraction, 2: exponent } = match;
  const value = toNumber(raw);
  if (!isFinite(value)) refuseText("json-number", "a number out of range", reader.at);
  if (fraction === undefined && exponent === undefined && !isSafeInteger(value)) {
    refuseText("json-number", "an integer that cannot be kept exactly: write it as a string", reader.at);
  }
  reader.at += raw.length;
  // -0 and 0 are one value.
  return value === 0 ? 0 : value;
}

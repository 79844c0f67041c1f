import {
  charCodeAt,
  codePointAt,
  execute,
  freeze,
  fromCodePoint,
  hasOwn,
  isFinite,
  isSafeInteger,
  mapGet,
} from "./intrinsics/intrinsics.js";
import {
  parseNative,
  toNumber,
  typedArrayLength,
  typedArrayTag,
} from "./intrinsics/text-intrinsics.js";
import type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
import { quote } from "./quote.js";
import { decodeUtf8 } from "./decode-utf8.js";
import { issueOf, Refusal, refused, sealed } from "./json-issue.js";
import type { JsonResult } from "./json-issue.js";
import { resolveOptions } from "./json-limits.js";
import type { JsonOptions, ResolvedJsonOptions } from "./json-limits.js";
import { newSealedList, newSealedObject } from "./sealed.js";

const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const WORD = /true|false|null/y;

/**
 * Reads one JSON text (RFC 8259) strictly. Refused: bytes that are not UTF-8, a byte order mark, comments, text after
 * the value, duplicate keys (compared after unescaping), numbers that cannot be kept exactly enough (not finite, or an
 * integer beyond 2^53 - 1), lone surrogates, and whatever is over a limit.
 *
 * Never throws. The value is sealed (see `sealJson`).
 */
export function parseJson(text: string | Uint8Array, options?: JsonOptions): JsonResult<JsonValue> {
  return read(text, options, false);
}

/** Like `parseJson`; the value must be an object. */
export function parseJsonObject(text: string | Uint8Array, options?: JsonOptions): JsonResult<SealedObject> {
  return read(text, options, true) as JsonResult<SealedObject>;
}

function read(input: unknown, options: JsonOptions | undefined, object: boolean): JsonResult<JsonValue> {
  let text: string | undefined;
  try {
    const resolved = resolveOptions(options);
    text = inputText(input, resolved);
    const reader: Reader = { text, at: 0, nodes: 0, options: resolved };
    skipBlanks(reader);
    if (object && text[reader.at] !== "{") refuseText("json-not-object", "expected a JSON object", reader.at);
    const value = readValue(reader, 0);
    skipBlanks(reader);
    if (reader.at < text.length)
      refuseText("json-trailing-text", "expected one JSON value, found more text", reader.at);
    return sealed(value);
  } catch (error) {
    return refused(
      issueOf(error instanceof Refusal ? error : new Refusal("json-syntax", "not readable as JSON"), text),
    );
  }
}

interface Reader {
  readonly text: string;
  at: number;
  nodes: number;
  readonly options: ResolvedJsonOptions;
}

function refuseText(code: string, message: string, offset?: number): never {
  throw new Refusal(code, message, offset);
}

function inputText(input: unknown, { maxBytes }: ResolvedJsonOptions): string {
  if (typeof input === "string") {
    // A UTF-16 unit is at least one and at most three bytes: count only between the two.
    if (input.length > maxBytes || (input.length * 3 > maxBytes && utf8Length(input) > maxBytes)) {
      refuseText("json-too-large", `larger than ${maxBytes} bytes`);
    }
    return input;
  }
  if (!isBytes(input)) return refuseText("json-syntax", "expected JSON text or its bytes");
  if (typedArrayLength(input) > maxBytes) refuseText("json-too-large", `larger than ${maxBytes} bytes`);
  const decoded = decodeUtf8(input);
  return typeof decoded === "string" ? decoded : refuseText("json-encoding", `not UTF-8 at byte ${decoded}`);
}

/** Bytes of any realm, but not a proxy of them. */
function isBytes(input: unknown): input is Uint8Array {
  return typedArrayTag(input) === "Uint8Array";
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = charCodeAt(text, i);
    // Each half of a pair counts two, so that the pair counts four.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
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
  const value = parseNative(raw) as string;
  if (!reader.options.keepSurrogates && execute(LONE_SURROGATE, value) !== null) {
    refuseText("json-lone-surrogate", "a string with half of a surrogate pair", at);
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

import { copyParsed, type LeftPlace } from "./copy-parsed.js";
import { decodeUtf8 } from "./decode-utf8.js";
import { charCodeAt, execute, freeze, isArray } from "./intrinsics/intrinsics.js";
import { indexOf, parseNative, typedArrayLength, typedArrayTag } from "./intrinsics/text-intrinsics.js";
import { issueOf, NOT_OBJECT, Refusal, refusedResult, sealed } from "./json-issue.js";
import type { JsonResult } from "./json-issue.js";
import { resolveJsonOptions } from "./json-limits.js";
import type { JsonOptions, ResolvedJsonOptions } from "./json-limits.js";
import type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
import { isSealed } from "./sealed.js";
import { readText } from "./read-text.js";

const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;
const QUOTE = 0x22;

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

const NOTHING_LEFT = freeze({ objects: [], members: 0, room: 0 });

/**
 * Like `parseJson`, for a caller that checks some members itself, in place: copying them twice would take longer than reading them. Where they
 * are not plainly right, the caller reads the text again with `parseJson`.
 *
 * @param place the members' key, and how deep the object is that has them: 1 for that of the whole text; what is no object is not left
 * @returns the objects as the platform's reader has just made them: no other code has seen them. Together they must have so many members, or a
 *   key is there twice, and so many values at most.
 */
export function parseLeaving(
  text: string | Uint8Array,
  options: JsonOptions,
  place: { readonly key: string; readonly depth: number },
): {
  readonly result: JsonResult<JsonValue>;
  readonly left: { readonly objects: readonly JsonObject[]; readonly members: number; readonly room: number };
} {
  try {
    const resolved = resolveJsonOptions(options);
    const plain = inputText(text, resolved);
    const copied = copyNatively(plain, resolved, place);
    if (copied !== undefined) {
      const { value, members, room, left } = copied;
      return { result: sealed(value), left: { objects: left, members: countMembers(plain) - members, room } };
    }
  } catch {
    // Read again, which says what is wrong.
  }
  return { result: parseJson(text, options), left: NOTHING_LEFT };
}

/** Like `parseJson`; the value must be an object. */
export function parseJsonObject(text: string | Uint8Array, options?: JsonOptions): JsonResult<SealedObject> {
  const result = read(text, options, true);
  if (result.issue !== undefined) return result;
  return isSealed(result.value) ? sealed(result.value) : refusedResult(NOT_OBJECT);
}

function read(input: unknown, options: JsonOptions | undefined, object: boolean): JsonResult<JsonValue> {
  let text: string | undefined;
  try {
    const resolved = resolveJsonOptions(options);
    text = inputText(input, resolved);
    const copied = copyNatively(text, resolved);
    // INVARIANT: the text has as many members as the value only when no key is there twice.
    if (copied !== undefined && copied.members === countMembers(text) && (!object || isObject(copied.value)))
      return sealed(copied.value);
    return sealed(readText(text, resolved, object));
  } catch (error) {
    return refusedResult(
      issueOf(error instanceof Refusal ? error : new Refusal("json-syntax", "not readable as JSON"), text),
    );
  }
}

function isObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !isArray(value);
}

/**
 * The value of a text that is right, by the platform's reader, which keeps the last of several members with one key and
 * rounds numbers. Undefined where it may have been rounded and for whatever else is not plainly right: the caller then
 * reads again, the exact way, as where a key is there twice.
 */
function copyNatively(
  text: string,
  options: ResolvedJsonOptions,
  place?: LeftPlace,
): ReturnType<typeof copyParsed> {
  let value: JsonValue;
  try {
    value = parseNative(text);
  } catch {
    return undefined;
  }
  return copyParsed(value, options, place);
}

/**
 * How many members the objects in a JSON text have together, those under a key that was there before too.
 *
 * A search for one character is as fast as the platform has it, and between the strings of a JSON text there is no quotation mark:
 * each search ends at a border of a string. The time is linear in the length of the text.
 *
 * @param text a JSON text, which the platform has read: of another the number means nothing
 */
function countMembers(text: string): number {
  let members = 0;
  let at = indexOf(text, '"', 0);
  while (at >= 0) {
    at = endOfString(text, at + 1) + 1;
    while (charCodeAt(text, at) <= SPACE) at++;
    if (charCodeAt(text, at) === COLON) members++;
    // Behind the colon, the comma or the bracket there is often the next string.
    at++;
    if (charCodeAt(text, at) !== QUOTE) at = indexOf(text, '"', at);
  }
  return members;
}

/** The place of the quotation mark that closes the string: the first that is not escaped. */
function endOfString(text: string, start: number): number {
  let quote = indexOf(text, '"', start);
  while (charCodeAt(text, quote - 1) === BACKSLASH && isEscaped(text, quote))
    quote = indexOf(text, '"', quote + 1);
  return quote;
}

/** An odd number of backslashes before it escapes it; the string's opening mark ends their row. */
function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (charCodeAt(text, at) === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}

/**
 * The text that is given, or that the bytes are in UTF-8.
 *
 * @throws Refusal for anything else, for bytes that are not UTF-8, and for more than `maxBytes`
 */
function inputText(input: unknown, { maxBytes }: ResolvedJsonOptions): string {
  if (typeof input === "string") {
    // A UTF-16 unit is at least one and at most three bytes: count only between the two.
    if (input.length > maxBytes || (input.length * 3 > maxBytes && utf8Length(input) > maxBytes)) {
      refuseInput("json-too-large", `larger than ${maxBytes} bytes`);
    }
    return input;
  }
  if (!isBytes(input)) return refuseInput("json-syntax", "expected JSON text or its bytes");
  if (typedArrayLength(input) > maxBytes) refuseInput("json-too-large", `larger than ${maxBytes} bytes`);
  const decoded = decodeUtf8(input);
  return typeof decoded === "string" ? decoded : refuseInput("json-encoding", `not UTF-8 at byte ${decoded}`);
}

/** Bytes of any realm, but not a proxy of them. */
function isBytes(input: unknown): input is Uint8Array {
  return typedArrayTag(input) === "Uint8Array";
}

const NOT_ASCII = /[^\u0000-\u007f]/;

function utf8Length(text: string): number {
  const first = execute(NOT_ASCII, text)?.index ?? text.length;
  let bytes = first;
  for (let i = first; i < text.length; i++) {
    const unit = charCodeAt(text, i);
    // Each half of a pair counts two, so that the pair counts four.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

function refuseInput(code: string, message: string): never {
  throw new Refusal(code, message);
}

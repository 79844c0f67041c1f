import { decodeUtf8 } from "./decode-utf8.js";
import { charCodeAt, execute } from "./intrinsics/intrinsics.js";
import { typedArrayLength, typedArrayTag } from "./intrinsics/text-intrinsics.js";
import { Refusal } from "./json-issue.js";
import type { ResolvedJsonOptions } from "./json-limits.js";

/**
 * The text that is given, or that the bytes are in UTF-8.
 *
 * @throws Refusal for anything else, for bytes that are not UTF-8, and for more than `maxBytes`
 */
export function inputText(input: unknown, { maxBytes }: ResolvedJsonOptions): string {
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

import { apply, fromCharCode } from "./intrinsics/intrinsics.js";
import { typedArrayLength } from "./intrinsics/text-intrinsics.js";
import { newList } from "./intrinsics/list.js";

/** UTF-16 units that one call of `String.fromCharCode` may take without exhausting the stack. */
const CHUNK = 8_192;

/**
 * Bytes to text, strictly: an overlong form, an encoded surrogate, a stray or missing byte gives the offset of the
 * first bad byte instead. (ES2023 alone has no decoder, and a host's may replace bad bytes.)
 */
export function decodeUtf8(bytes: Uint8Array): string | number {
  const end = typedArrayLength(bytes);
  let text = "";
  let units = newList<number>();
  let lookAt = 0;
  for (let i = 0; i < end;) {
    if (i >= lookAt && i + BLOCK <= end) {
      const block = asciiBlock(bytes, i);
      if (block !== "") {
        if (units.length > 0) {
          text += decodedUnits(units);
          units = newList();
        }
        text += block;
        i += BLOCK;
        continue;
      }
      lookAt = i + BLOCK;
    }
    const length = sequenceLength(bytes, i, end);
    if (length === 0) return i;
    const code = codePoint(bytes, i, length);
    if (code > 0xffff) {
      units[units.length] = 0xd800 + ((code - 0x10000) >> 10);
      units[units.length] = 0xdc00 + ((code - 0x10000) & 0x3ff);
    } else units[units.length] = code;
    i += length;
    if (units.length >= CHUNK) {
      text += decodedUnits(units);
      units = newList();
    }
  }
  return text + decodedUnits(units);
}

/** Bytes that are looked at together; a call with so many arguments is four times as fast as their list. */
const BLOCK = 16;

/** The block at `i`; empty when not all of it is ASCII. */
function asciiBlock(bytes: Uint8Array, i: number): string {
  const b0 = bytes[i] ?? 0;
  const b1 = bytes[i + 1] ?? 0;
  const b2 = bytes[i + 2] ?? 0;
  const b3 = bytes[i + 3] ?? 0;
  const b4 = bytes[i + 4] ?? 0;
  const b5 = bytes[i + 5] ?? 0;
  const b6 = bytes[i + 6] ?? 0;
  const b7 = bytes[i + 7] ?? 0;
  const b8 = bytes[i + 8] ?? 0;
  const b9 = bytes[i + 9] ?? 0;
  const b10 = bytes[i + 10] ?? 0;
  const b11 = bytes[i + 11] ?? 0;
  const b12 = bytes[i + 12] ?? 0;
  const b13 = bytes[i + 13] ?? 0;
  const b14 = bytes[i + 14] ?? 0;
  const b15 = bytes[i + 15] ?? 0;
  const any = b0 | b1 | b2 | b3 | b4 | b5 | b6 | b7 | b8 | b9 | b10 | b11 | b12 | b13 | b14 | b15;
  return any < 0x80 ? fromCharCode(b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15) : "";
}

function decodedUnits(units: readonly number[]): string {
  return apply(fromCharCode, undefined, units);
}

/** Bytes of the well-formed sequence at `i`, 0 when there is none (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i] ?? 0;
  if (first < 0x80) return 1;
  const length = lengthAfter(first);
  if (length === 0 || i + length > end || !maySecond(first, bytes[i + 1] ?? 0)) return 0;
  for (let k = 2; k < length; k++) {
    const next = bytes[i + k] ?? 0;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return length;
}

/** How long a sequence with this first byte, from 0x80, is; 0 when none begins with it. */
function lengthAfter(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function maySecond(first: number, second: number): boolean {
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high;
}

function codePoint(bytes: Uint8Array, i: number, length: number): number {
  const first = bytes[i] ?? 0;
  if (length === 1) return first;
  let code = first & (0x7f >> length);
  for (let k = 1; k < length; k++) code = (code << 6) | ((bytes[i + k] ?? 0) & 0x3f);
  return code;
}

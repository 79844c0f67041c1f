const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a string holds a surrogate without its partner. UTF-8 writes all of those as U+FFFD, so they collide. */
export function hasLoneSurrogate(text: string): boolean {
  return SURROGATE.test(text) && LONE_SURROGATE.test(text);
}

/**
 * The bytes of a string in WTF-8: UTF-8, with a lone surrogate as the three bytes of its code point.
 * Those bytes never occur in UTF-8, so two different strings never share their bytes.
 */
export function wtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point, 0));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
    else bytes.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
  }
  return Uint8Array.from(bytes);
}

function tail(point: number, shift: number): number {
  return 0x80 | ((point >> shift) & 0x3f);
}

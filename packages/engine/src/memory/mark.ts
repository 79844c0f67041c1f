import { hostsIn, sentenceEnds, textWords } from "./words.js";

/** How many characters a mark has, and what is kept of one. */
export const MARK = 8;
export const KEPT_MARK: RegExp = /^[\w-]{8}[\da-z]{1,6}$/;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The mark of a word: 48 bits of a keyed hash (SipHash with halves of its words, two and four rounds), in eight characters. Who does not know
 * the key cannot find a word with the mark of another one.
 */
export function wordMark(text: string, key: number): string {
  const other = Math.imul(key, 2_654_435_769) ^ 0x85_eb_ca_6b;
  let a = key | 0;
  let b = other;
  let c = 0x6c_79_67_65 ^ key;
  let d = 0x74_65_64_62 ^ other;
  const { length } = text;
  const blocks = length >> 1;
  const last = 2 * (blocks + 1);
  let word = 0;
  // One loop for all rounds, and no function for one: it would be called a hundred times for a text.
  for (let round = 0; round < last + 4; round++) {
    if (round === last) {
      a ^= word;
      c ^= 0xff;
    } else if (round < last && (round & 1) === 0) {
      a ^= word;
      word =
        round < 2 * blocks
          ? text.charCodeAt(round) | (text.charCodeAt(round + 1) << 16)
          : (length % 2 === 1 ? text.charCodeAt(length - 1) : 0) | (length << 16);
      d ^= word;
    }
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
  }
  const low = b ^ d;
  const high = a ^ c;
  // 24 bits of each, the lowest first, in one call: eight strings that are put together take as long as the hash.
  return String.fromCharCode(
    digit(low),
    digit(low >>> 6),
    digit(low >>> 12),
    digit(low >>> 18),
    digit(high),
    digit(high >>> 6),
    digit(high >>> 12),
    digit(high >>> 18),
  );
}

function digit(bits: number): number {
  return DIGITS.charCodeAt(bits & 63);
}

/** The mark of a place. No word begins with a space. */
export function hostMark(host: string, key: number): string {
  return wordMark(` ${host}`, key);
}

/** The marks of a text: of its words, of each two that stand beside each other, and of the hosts that it writes as places. */
export function marksOf(text: string, key: number): readonly string[] {
  const words = textWords(text);
  return [
    ...sentenceEnds(text).map((word) => wordMark(word, key)),
    ...hostsIn(text).map((host) => hostMark(host, key)),
    ...words.flatMap((word, i) => {
      const before = words[i - 1];
      return before === undefined
        ? [wordMark(word, key)]
        : [wordMark(word, key), wordMark(`${before} ${word}`, key)];
    }),
  ];
}

/**
 * The sources that have a value: of one word those that have its mark, of several those that have each two that stand beside each other. So no source has
 * a value for a part of it.
 *
 * @param words of the value
 * @param markOf the mark of a word
 * @param sourcesOf the sources of a mark, one bit each
 */
export function bitsOf(
  words: readonly string[],
  markOf: (text: string) => string,
  sourcesOf: (mark: string) => number,
): number {
  const [first] = words;
  if (first === undefined) return 0;
  if (words.length === 1) return sourcesOf(markOf(first));
  let bits = -1;
  for (let i = 1; i < words.length && bits !== 0; i++)
    bits &= sourcesOf(markOf(`${words[i - 1] ?? ""} ${words[i] ?? ""}`));
  return bits;
}

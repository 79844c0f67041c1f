import fc from "fast-check";
import { characters } from "./characters.js";

const pieces = [
  '"',
  "'",
  'r"',
  "r'",
  "r",
  "(",
  ")",
  "[",
  "]",
  "!",
  "&&",
  "||",
  "==",
  "!=",
  "<=",
  "<",
  ".",
  ",",
  "-",
  "in",
  "has(",
  "true",
  "null",
  "a",
  ".includes(",
  ".any(x,",
  ".matches(",
  "1",
  "0.5",
  "\\",
  "\\d",
  " ",
  "\n",
  "=",
  "@",
  "é",
  "\u00a0",
  "\ud800",
  "\0",
  "`",
  "//",
];

/** Small damage to a valid text: one to three places are cut, doubled or replaced. */
export function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...pieces));
  return fc.tuple(texts, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([text, edits]) =>
    edits.reduce((current, [at, cut, piece]) => {
      const place = at % (current.length + 1);
      return current.slice(0, place) + piece + current.slice(place + cut);
    }, text),
  );
}

/** Texts that are conditions by accident at most: pieces of the language, any characters, long repetitions. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(" ")),
  fc.string({ unit: characters, maxLength: 60 }),
  fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(...pieces))
    .map(([piece, times, end]) => piece.repeat(times) + end),
);

import type { Random } from "./random.js";

const LONGEST = 2_000;
const ODD = [
  "\u0000",
  "\n",
  "\r",
  "\u2028",
  "\ud800",
  "\udc00",
  "😀",
  "é",
  "e\u0301",
  "\u00a0",
  "\ufeff",
  "\\",
  '"',
  "'",
  "`",
];

/** One to four small changes of a text: cut, doubled, swapped, joined with another, or with a piece put in. */
export function mutate(input: string, other: string, dictionary: readonly string[], random: Random): string {
  let text = input;
  for (let left = 1 + random.below(4); left > 0; left--) text = change(text, other, dictionary, random);
  return text.slice(0, LONGEST);
}

function change(text: string, other: string, dictionary: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(12));
  const before = text.slice(0, at);
  switch (random.below(9)) {
    case 0:
      return before + text.slice(end);
    case 1:
      return before + text.slice(at, end).repeat(1 + random.below(8)) + text.slice(end);
    case 2:
      return before + random.pick(dictionary) + text.slice(at);
    case 3:
      return before + random.pick(dictionary) + text.slice(end);
    case 4:
      return before + other.slice(random.below(other.length + 1));
    case 5:
      return before + other.slice(0, random.below(other.length + 1)) + text.slice(at);
    case 6:
      return before + String.fromCharCode(32 + random.below(95)) + text.slice(at + 1);
    case 7:
      return before + random.pick(ODD) + text.slice(at);
    default:
      return text.slice(at, end) + before + text.slice(end);
  }
}

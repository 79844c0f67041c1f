import { editDistance } from "./edit-distance.js";

/** Longer words are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;
/** Words from which on one step, or two, are a typist's. */
const ONE_STEP = 3;
const TWO_STEPS = 8;

/** For names that anybody may add, such as the fields of an event: short ones have too many neighbours that are other words. */
export const OPEN_NAMES = 5;

/**
 * In how many steps (see `editDistance`) a word of this many letters may differ from the one that is meant.
 *
 * @param least - shorter words are compared as they are; see `OPEN_NAMES`.
 */
export function nearSteps(length: number, least: number = ONE_STEP): number {
  return length < least ? 0 : length < TWO_STEPS ? 1 : 2;
}

/**
 * The known name that a misspelt one means: the same except for letter case, dashes and the like, or with at most two
 * letters changed or swapped (one in a short name). `sha1` and `sha256` are a numbered family, not spellings of one name; so are
 * `path` and `path2` among names that anybody may add (`least`), while `hooks2` is no name beside a fixed `hooks`.
 *
 * @param least - see `nearSteps`.
 * @returns never the name itself; `null`: none is near
 */
export function nearName(name: string, known: Iterable<string>, least: number = ONE_STEP): string | null {
  if (name.length > MAX_LENGTH) return null;
  const plain = plainName(name);
  let best: string | null = null;
  const letters = lettersOf(plain);
  let bestDistance = nearSteps(plain.length, least) + 1;
  for (const candidate of known) {
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const other = plainName(candidate);
    // One step changes at most two letters of the alphabet that a word has or has not.
    if (countBits(letters ^ lettersOf(other)) > 2 * (bestDistance - 1)) continue;
    const distance = editDistance(plain, other, bestDistance - 1);
    // The patterns come last: few names are near.
    if (distance < bestDistance && !isOtherNumber(plain, other, least >= OPEN_NAMES)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A name without what people vary: `before-tool-call`, `beforeToolCall` and `before_tool_call` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, "");
}

/** A bit for each character code that occurs, by its last five bits. */
function lettersOf(plain: string): number {
  let letters = 0;
  for (let at = 0; at < plain.length; at++) letters |= 1 << (plain.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function isOtherNumber(a: string, b: string, open: boolean): boolean {
  return (
    a !== b &&
    (a.replace(/\d+/g, "0") === b.replace(/\d+/g, "0") ||
      (open && a.replace(/\d+$/, "") === b.replace(/\d+$/, "")))
  );
}

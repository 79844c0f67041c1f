import { slice } from "./intrinsics/intrinsics.js";

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one word into the other. Takes time in the
 * order of the product of the lengths: the caller limits them.
 *
 * @param limit above it, it does not matter how far the words are apart: the answer is then just some number above it
 */
export function editDistance(a: string, b: string, limit: number): number {
  const far = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return far;
  const [one, other] = differingParts(a, b);
  return limit === 1 && Math.max(one.length, other.length) > LONGEST_STEP
    ? far
    : distanceOfParts(one, other, limit);
}

/** Both without what they begin and end with alike: that has no part in their distance. */
function differingParts(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [slice(a, start, a.length - end), slice(b, start, b.length - end)];
}

/** The longest parts that one step can differ by: a swap. */
const LONGEST_STEP = 2;

function distanceOfParts(a: string, b: string, limit: number): number {
  const far = limit + 1;
  const width = b.length + 1;
  let before = new Uint16Array(width);
  let row = new Uint16Array(width);
  let next = new Uint16Array(width);
  for (let j = 0; j < width; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const same = a[i - 1] === b[j - 1];
      let steps = (row[j - 1] ?? 0) + (same ? 0 : 1);
      steps = Math.min(steps, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (!same && isSwap(a, b, i, j)) {
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      }
      next[j] = steps;
      if (steps < least) least = steps;
    }
    // Nothing that follows is nearer, except after a swap, which looks two rows back.
    if (least > limit + 1) return far;
    [before, row, next] = [row, next, before];
  }
  return row[b.length] ?? 0;
}

function isSwap(a: string, b: string, i: number, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}

/** So many are sorted by insertion. */
const RUN = 8;

/**
 * Sorts strings by UTF-16 code unit, in the given list or in a new one. Comparing here takes half the time of
 * `Array.prototype.sort`, and most objects have so few keys that insertion is all there is.
 */
export function sortKeys(keys: string[]): readonly string[] {
  const { length } = keys;
  for (let start = 0; start < length; start += RUN) insert(keys, start, Math.min(start + RUN, length));
  if (length <= RUN) return keys;
  let from = keys;
  let to = keys.slice();
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      merge(from, to, start, Math.min(start + width, length), Math.min(start + 2 * width, length));
    }
    [from, to] = [to, from];
  }
  return from;
}

function insert(keys: string[], start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const key = keys[i] as string;
    let at = i - 1;
    while (at >= start && (keys[at] as string) > key) {
      keys[at + 1] = keys[at] as string;
      at--;
    }
    keys[at + 1] = key;
  }
}

/** Merges the sorted `start..middle` and `middle..end` of one list into the other. */
function merge(from: readonly string[], to: string[], start: number, middle: number, end: number): void {
  let left = start;
  let right = middle;
  for (let i = start; i < end; i++) {
    const useLeft = left < middle && (right >= end || (from[left] as string) <= (from[right] as string));
    to[i] = from[useLeft ? left++ : right++] as string;
  }
}

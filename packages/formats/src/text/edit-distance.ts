/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one word into the other. Takes time of the
 * product of the lengths: the caller limits them.
 */
export function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

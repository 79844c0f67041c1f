/** Longer words are not compared: the cost is the product of the lengths. */
const MAX_LENGTH = 64;
/** Shorter words have too many neighbours that are other words. */
const MIN_LENGTH = 5;

/**
 * The known name that a misspelt one stands for: the same but for letter case, dashes and the like, or with at most two
 * letters changed or swapped (one in a short name). Names that differ in digits only are a numbered family, not a spelling.
 */
export function nearName(name: string, known: Iterable<string>): string | null {
  if (name.length > MAX_LENGTH) return null;
  const plain = plainName(name);
  let best: string | null = null;
  let bestDistance = plain.length < MIN_LENGTH ? 1 : plain.length < 8 ? 2 : 3;
  for (const candidate of known) {
    if (candidate === name || candidate.length > MAX_LENGTH) continue;
    const other = plainName(candidate);
    if (Math.abs(other.length - plain.length) >= bestDistance || isOtherNumber(plain, other)) continue;
    const distance = editDistance(plain, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, "");
}

function isOtherNumber(a: string, b: string): boolean {
  return (
    a !== b &&
    (a.replace(/\d+/g, "0") === b.replace(/\d+/g, "0") || a.replace(/\d+$/, "") === b.replace(/\d+$/, ""))
  );
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (!same && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** What other languages call the methods of this one, in lower case. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["contains", "includes"],
  ["indexof", "includes"],
  ["hasprefix", "startsWith"],
  ["hassuffix", "endsWith"],
  ["match", "matches"],
  ["test", "matches"],
  ["regex", "matches"],
  ["tolowercase", "lower"],
  ["tolower", "lower"],
  ["touppercase", "upper"],
  ["toupper", "upper"],
  ["strip", "trim"],
  ["length", "size"],
  ["len", "size"],
  ["count", "size"],
  ["some", "any"],
  ["exists", "any"],
  ["every", "all"],
]);

/** The candidate that a mistyped or foreign name most likely means, or undefined when none is near. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  const foreign = elsewhere.get(name.toLowerCase());
  if (foreign !== undefined && foreign !== name) return foreign;
  let best: string | undefined;
  let bestDistance = name.length < 3 ? 1 : Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions and replacements that turn one string into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, replace));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

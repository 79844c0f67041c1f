/** The most letters that two words may differ in to be one, misspelt. */
const maxDistance = 2;

/** The known word that is meant: in another case (`max_fires`), or misspelt; undefined: none. */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => text.replaceAll(/[_-]/g, "").toLowerCase();
  const same = known.find((one) => plain(one) === plain(word));
  if (same !== undefined || word.length < 3 || word.length > 40) return same;
  const near = known
    .map((one) => ({ one, away: distance(plain(word), plain(one)) }))
    .filter(({ one, away }) => away <= Math.min(maxDistance, Math.floor(one.length / 3)));
  return near.toSorted((a, b) => a.away - b.away)[0]?.one;
}

/** How many letters have to be changed, added or taken away. Both words are short. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const changed = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

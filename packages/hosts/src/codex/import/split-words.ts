/** A part of a word, blanks, or a comment: one alternative each, so that the text is gone through once. */
const PART =
  /(?<blank>[ \t\n]+)|(?<comment>#[^\n]*)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|\\(?<escaped>[^])|(?<plain>[^ \t\n'"\\]+)/gy;
const IN_DOUBLE = /\\([$`"\\\n])/g;

/** The words of a line of POSIX shell without expansions; `null` where a quote is never closed, or there is no word. */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const { 0: part, index, groups = {} } of line.matchAll(PART)) {
    end = index + part.length;
    if (groups["blank"] === undefined && !(groups["comment"] !== undefined && word === null)) {
      word = (word ?? "") + valueOf(part, groups);
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  return end < line.length || words.length === 0 ? null : words;
}

function valueOf(part: string, groups: Readonly<Record<string, string | undefined>>): string {
  const double = groups["double"];
  if (double !== undefined)
    return double.replaceAll(IN_DOUBLE, (_, one: string) => (one === "\n" ? "" : one));
  const escaped = groups["escaped"];
  if (escaped !== undefined) return escaped === "\n" ? "" : escaped;
  return groups["single"] ?? part;
}

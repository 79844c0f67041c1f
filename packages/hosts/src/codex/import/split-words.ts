/** The words of a line of POSIX shell without expansions; `null` where a quote is never closed, or there is no word. */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const one = line[at] ?? "";
    if (quote === "" && /[ \t\n]/.test(one)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote === "" && word === null && one === "#") {
      const end = line.indexOf("\n", at);
      at = end < 0 ? line.length : end;
    } else if (quote === "" && (one === "'" || one === '"')) {
      quote = one;
      word ??= "";
    } else if (one === quote) {
      quote = "";
    } else if (one === "\\" && quote !== "'") {
      const next = line[++at];
      if (next === undefined) return null;
      const isKept = quote === '"' && !'$`"\\\n'.includes(next);
      word = (word ?? "") + (isKept ? `\\${next}` : next === "\n" ? "" : next);
    } else {
      word = (word ?? "") + one;
    }
  }
  if (quote !== "") return null;
  if (word !== null) words.push(word);
  return words.length === 0 ? null : words;
}

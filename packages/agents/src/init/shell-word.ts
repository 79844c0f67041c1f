/** A word that every POSIX shell, and fish, reads as itself. */
export function anyShellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** The words of a line with quotes; escapes outside of them are not ours, and end nothing. */
export function unquotedWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const one of line) {
    if (quote !== "") {
      if (one === quote) quote = "";
      else word = (word ?? "") + one;
    } else if (one === "'" || one === '"') {
      quote = one;
      word ??= "";
    } else if (one === " " || one === "\n") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + one;
  }
  return word === undefined ? words : [...words, word];
}

const blanks: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);

/** Without the JSON blanks (space, tab, line feed, carriage return) at the ends; linear. */
export function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.has(text.charAt(start))) start++;
  while (end > start && blanks.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

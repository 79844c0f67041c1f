const lineEnd = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

/** The lines of a string by every Unicode line end; a trailing one makes no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(lineEnd);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

// What counts as white space at the ends of a string (Python's `str.strip`, which document 001 relies on): not the same set
// as in JavaScript's `trim`.
const blanks: ReadonlySet<string> = new Set(
  "\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);

/** Removes the indentation that all lines share, and white space at both ends (document 001, "Prompt builder"). */
export function dedent(text: string): string {
  const lines = text.split("\n").map((line) => (/^[ \t]*$/.test(line) ? "" : line));
  let margin: string | undefined;
  for (const line of lines) {
    if (line === "") continue;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
    margin = margin === undefined ? indent : shared(margin, indent);
  }
  const width = margin?.length ?? 0;
  return strip(lines.map((line) => line.slice(width)).join("\n"));
}

function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.has(text.charAt(start))) start++;
  while (end > start && blanks.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function shared(left: string, right: string): string {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return left.slice(0, at);
}

const lineEnd = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

/** The lines of a string by every Unicode line end; a trailing one makes no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(lineEnd);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

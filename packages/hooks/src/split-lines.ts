const lineEnd = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/;

/** The lines of a text by every Unicode line end; an end at the very end makes no further line. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(lineEnd);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

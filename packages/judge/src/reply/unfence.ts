const opening = /^```(?:json)?[ \t]*\r?\n/i;

/**
 * The text inside the code fence, where the whole of `text` is one fence; else `text` unchanged.
 * `text` has no blanks at its ends.
 */
export function unfence(text: string): string {
  const open = opening.exec(text);
  if (open === null || !text.endsWith("```")) return text;
  return text.slice(open[0].length, -3);
}

/**
 * The same string in the form in which V8 keeps property names: reads by it and comparisons with it are much faster
 * than with a part of a longer text, which is what a parser cuts out.
 */
export function intern(text: string): string {
  for (const key in { [text]: null }) return key;
  return text;
}

import { create, keys } from "@gatehouse-hooks/json/intrinsics";

/**
 * The same string in the form in which V8 keeps property names: reads by it and comparisons with it are much faster
 * than with a part of a longer text, which is what a parser cuts out.
 */
export function intern(text: string): string {
  // Without a prototype it is a plain dictionary: a new name does not make V8 draw up a new shape.
  const box = create(null) as Record<string, true>;
  box[text] = true;
  return keys(box)[0] ?? text;
}

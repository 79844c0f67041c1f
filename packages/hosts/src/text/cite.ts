import { quote } from "@gatehouse-hooks/json";

const MAX_SHOWN = 60;

/** A user's string for a message: in backticks, on one line, visible, at most 60 characters. */
export function cite(text: string): string {
  return quote(text, MAX_SHOWN, codePoint);
}

/** `<U+202E>` for the character U+202E. */
export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

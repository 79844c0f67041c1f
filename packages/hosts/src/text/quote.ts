const MAX_SHOWN = 60;

/** What breaks a log line or a terminal, or what a reader cannot see; and the backtick, which ends the quotation. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}`]|[^\S ]/gu;

/** A user's text for a message: in backticks, on one line, visible, at most 60 characters. */
export function quote(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return `\`${shown.replace(UNSAFE, codePoint)}\``;
}

/** `U+202E` for the character U+202E. */
export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

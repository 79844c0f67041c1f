import { codePointAt, execute, numberToString, slice } from "./intrinsics/intrinsics.js";

/** What a prompt fills with data: `{{context}}`, `{{params.command}}`; the path is the first group. */
export const PLACEHOLDER: RegExp =
  /\{\{[ \t]{0,8}([A-Za-z_][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9_-]{1,64}){0,15})[ \t]{0,8}\}\}/g;

const HALF_PAIR_AT_END = /[\ud800-\udbff]$/;

/**
 * At most `most` UTF-16 code units, the last of them an ellipsis where something is missing. Half of a surrogate pair is not
 * kept: it cannot be written as UTF-8.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${slice(text, 0, most > 0 ? most - 1 : 0).replace(HALF_PAIR_AT_END, "")}…`;
}

const MAX_SHOWN = 40;

/**
 * A user's string for a message: in backticks, on one line. Control and invisible characters, look-alikes of spaces, lone
 * surrogates and the backtick are replaced.
 *
 * @param longest - how much of it is shown, in UTF-16 code units.
 * @param replace - what a reader sees in place of such a character; `\u{…}` by default.
 */
export function quote(
  text: string,
  longest: number = MAX_SHOWN,
  replace: (character: string) => string = escape,
): string {
  const shown = text.length > longest ? `${slice(text, 0, longest)}…` : text;
  unsafe ??= new RegExp(UNSAFE, "u");
  let clean = "";
  for (let i = 0; i < shown.length;) {
    const code = codePointAt(shown, i) ?? 0;
    const character = slice(shown, i, i + (code > 0xffff ? 2 : 1));
    clean += execute(unsafe, character) === null ? character : replace(character);
    i += character.length;
  }
  return `\`${clean}\``;
}

/**
 * Characters that would break a log line or a terminal, or that a reader cannot see. No literal: V8 gathers the many
 * ranges of one when it reads the text, which would be a good part of what loading this package costs.
 */
const UNSAFE = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}`]|[^\\S ]";
let unsafe: RegExp | undefined;

function escape(character: string): string {
  switch (character) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return `\\u{${numberToString(codePointAt(character, 0) ?? 0, 16)}}`;
  }
}

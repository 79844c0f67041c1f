import type { Palette } from "./palette.js";
import type { UntypedTool } from "@gatehouse-hooks/language-server/proven";

/** The most tools that are named. */
const MOST_NAMED = 20;

/** The tools whose arguments are read without anything being known of them, in one line. */
export function untypedLines(untyped: readonly UntypedTool[], colors: Palette): readonly string[] {
  const names = [...new Set(untyped.map(({ tool }) => tool))];
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMED).map((name) => `\`${printable(name)}\``);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return [colors.dim(`not checked, their arguments are not known: ${shown.join(", ")}${more}`)];
}

/** Controls, invisible and unassigned characters, lone surrogates, line separators, blanks other than the space. */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}]/gu;

/**
 * A string that is safe on one line of a terminal or a log: whatever could move the cursor, change the direction of
 * writing or hide becomes `\u{…}`.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, escape);
}

/** A note for the person who runs the command, on one line. */
export function noteLine(colors: Palette, text: string): string {
  return `${colors.yellow("note")} ${printable(text)}`;
}

/** Like `printable`, of several lines: line breaks stay, and each line starts with the given indent. */
export function printableLines(text: string, indent: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => `${indent}${printable(line)}`)
    .join("\n");
}

function escape(character: string): string {
  switch (character) {
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  }
}

/** Where policies were looked for, for users whose file was not found there. */
export function lookedLines(looked: readonly string[], colors: Palette): readonly string[] {
  return [colors.dim("  looked in:"), ...looked.map((place) => colors.dim(`    ${printable(place)}`))];
}

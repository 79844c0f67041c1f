import type { MimirVariable } from "../variables.js";

/** A placeholder as document 003 writes it; blanks, quotes and commas make it something else (JSON, a group). */
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

/** A placeholder in the text of a command: `{name}`. */
export interface Placeholder {
  readonly name: string;
  /** Of the brace. */
  readonly start: number;
  readonly end: number;
  /** `null`: not a variable of the event. */
  readonly variable: MimirVariable | null;
}

/** A command in which each placeholder is a mark of the same length, which no shell reads as anything but letters. */
export interface MarkedCommand {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  /** It has characters of which marks are made. */
  readonly ambiguous: boolean;
}

/** Not characters: they begin and fill a mark, whose two digits are the placeholder's number. */
const BEGIN = "\uFDD0";
const FILL = "\uFDD1";
const DIGITS = 0xe000;
const BASE = 6400;
const MARK = /\uFDD0([\uE000-\uF8FF])([\uE000-\uF8FF])\uFDD1*/g;

/**
 * Marks the placeholders of a command, so that a parser of shell text takes each for letters of a word. `${name}` of another name is
 * the shell's own.
 */
export function markPlaceholders(
  command: string,
  variables: ReadonlyMap<string, MimirVariable>,
): MarkedCommand {
  const placeholders: Placeholder[] = [];
  const text = command.replace(PLACEHOLDER, (written, name: string, start: number) => {
    const variable = variables.get(name) ?? null;
    const end = start + written.length;
    // `{name}>` is a descriptor, `\{name}` is not a placeholder.
    const isShells =
      isDollar(command, start - 1) || isEscaped(command, start) || /[<>]/.test(command[end] ?? "");
    if (variable === null && isShells) return written;
    const mark = String.fromCharCode(
      DIGITS + Math.floor(placeholders.length / BASE),
      DIGITS + (placeholders.length % BASE),
    );
    placeholders.push({ name, start, end, variable });
    return (BEGIN + mark).padEnd(written.length, FILL);
  });
  return { text, placeholders, ambiguous: /[\uFDD0\uFDD1]/.test(command) };
}

/** The marks of a text in order, with the text in front of each. */
export function* marksIn(
  text: string,
  placeholders: readonly Placeholder[],
): Generator<{ readonly before: string; readonly placeholder: Placeholder | null }> {
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    const [mark, high = "", low = ""] = match;
    const index = (high.charCodeAt(0) - DIGITS) * BASE + low.charCodeAt(0) - DIGITS;
    yield { before: text.slice(from, match.index), placeholder: placeholders[index] ?? null };
    from = match.index + mark.length;
  }
  yield { before: text.slice(from), placeholder: null };
}

/** A dollar that the shell reads as one is here. */
export function isDollar(text: string, at: number): boolean {
  return text[at] === "$" && !isEscaped(text, at);
}

/** A backslash escapes the character. */
export function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

import { printable } from "@gatehouse-hooks/console/print";
import type { Mark } from "./tried-command.js";

/** Lines of a command that are shown; a longer one is cut where nothing is marked. */
const MOST_LINES = 12;
/** The most of one line, in UTF-16 code units. */
const MAX_LINE = 160;

/**
 * The lines of a text, and below each that has a marked part a line that underlines it.
 *
 * @param marks in order, none overlaps another
 * @param paint for the line below
 */
export function underlined(text: string, marks: readonly Mark[], paint: (text: string) => string): string[] {
  const lines: { readonly shown: readonly string[]; readonly isMarked: boolean }[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const { shown, below } = lineWith(line, at, marks);
    lines.push({
      shown: below.trim() === "" ? [cut(shown)] : [cut(shown), paint(cut(below.trimEnd()))],
      isMarked: below.trim() !== "",
    });
    at += line.length + 1;
  }
  if (lines.length <= MOST_LINES) return lines.flatMap((line) => line.shown);
  const first = Math.max(0, lines.findIndex((line) => line.isMarked) - 1);
  const kept = lines.slice(first, first + MOST_LINES);
  return [
    ...(first > 0 ? ["…"] : []),
    ...kept.flatMap((line) => line.shown),
    ...(first + MOST_LINES < lines.length ? ["…"] : []),
  ];
}

function lineWith(
  line: string,
  start: number,
  marks: readonly Mark[],
): { readonly shown: string; readonly below: string } {
  let shown = "";
  let below = "";
  let at = start;
  for (const character of line) {
    const here = at;
    const safe = printable(character);
    const isMarked = marks.some(([from, to]) => here >= from && here < to);
    shown += safe;
    below += (isMarked ? "^" : " ").repeat([...safe].length);
    at += character.length;
  }
  return { shown, below };
}

function cut(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
}

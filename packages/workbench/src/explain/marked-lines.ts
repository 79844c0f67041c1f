import { shownLine } from "@gatehouse-hooks/console/print";
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
export function markedLines(text: string, marks: readonly Mark[], paint: (text: string) => string): string[] {
  const lines: (readonly string[])[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const { text: shown, widthBefore } = shownLine(line);
    let below = "";
    for (const [from, to] of marks) {
      if (to <= start || from >= start + line.length) continue;
      below = below.padEnd(widthBefore(from - start)).padEnd(widthBefore(to - start), "^");
    }
    lines.push(below === "" ? [cut(shown)] : [cut(shown), paint(cut(below))]);
    start += line.length + 1;
  }
  if (lines.length <= MOST_LINES) return lines.flat();
  const first = Math.max(0, lines.findIndex(({ length }) => length > 1) - 1);
  return [
    ...(first > 0 ? ["…"] : []),
    ...lines.slice(first, first + MOST_LINES).flat(),
    ...(first + MOST_LINES < lines.length ? ["…"] : []),
  ];
}

function cut(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
}

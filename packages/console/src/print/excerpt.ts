import { widthOf } from "./fit-lines.js";
import { shownLine } from "./shown-line.js";

/** Characters of a line on an output that is not a terminal, and the fewest shown on one. */
const DEFAULT_COLUMNS = 100;
const MIN_COLUMNS = 30;
/** Files larger than a policy file may be are not searched for a line. */
const MAX_BYTES = 262_144;
/** UTF-16 code units of a line that are looked at, around the place. */
const MAX_LINE = 2000;
const LINE_END = /\r\n?|\n/;

/**
 * The line of a file with a caret below a place in it: cut to the width, what cannot be seen made visible, tabs as blanks.
 *
 * @param line 1-based
 * @param column 1-based, in UTF-16 code units
 * @param columns characters per line of the output; `undefined` when it is not a terminal
 * @returns nothing where the file or the line is not there
 */
export function excerpt(
  source: string | Uint8Array | undefined,
  line: number,
  column: number,
  columns: number | undefined,
): readonly string[] {
  if (source === undefined || source.length > MAX_BYTES) return [];
  const text = typeof source === "string" ? source : new TextDecoder().decode(source);
  const written = text.replace(/^\ufeff/, "").split(LINE_END)[line - 1];
  if (written === undefined || written.trim() === "") return [];
  const gutter = `${String(line).padStart(5)} | `;
  const width = Math.max(columns ?? DEFAULT_COLUMNS, MIN_COLUMNS) - gutter.length;
  const from = Math.max(0, column - 1 - MAX_LINE);
  const around = visible(written.slice(from, from + 2 * MAX_LINE), column - 1 - from);
  const window = cut(around, width);
  const before = " ".repeat(widthOf(window.shown.slice(0, window.caret).padEnd(window.caret)));
  return [`${gutter}${window.shown}`, `${" ".repeat(gutter.length - 2)}| ${before}^`];
}

/** A line as it is shown, and where the place is in it. */
interface Shown {
  readonly shown: string;
  readonly caret: number;
}

function visible(written: string, place: number): Shown {
  const { text, columnOf } = shownLine(written);
  return { shown: text.trimEnd(), caret: columnOf(place) };
}

/** The part of a line around a place that fits a width. */
function cut({ shown, caret }: Shown, width: number): Shown {
  if (shown.length <= width) return { shown, caret: Math.min(caret, shown.length) };
  const start = caret < width - 1 ? 0 : Math.min(caret - Math.floor(width / 2), shown.length - width + 1);
  const before = start > 0 ? "…" : "";
  const rest = shown.slice(start + before.length);
  const room = width - before.length;
  const part = rest.length <= room ? rest : `${rest.slice(0, room - 1)}…`;
  return { shown: before + part, caret: Math.min(caret - start, width - 1) };
}

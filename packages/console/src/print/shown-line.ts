import { widthOf } from "./fit-lines.js";
import { printable } from "./printable.js";

const TAB_STOP = 4;

/** A line as it is shown: tabs as blanks, what cannot be seen made visible. */
interface ShownLine {
  readonly text: string;
  /** Where a place of the line as it is written is in `text`; both in UTF-16 code units from 0. */
  readonly columnOf: (place: number) => number;
  /** Columns of a terminal before that place. */
  readonly widthBefore: (place: number) => number;
}

/** @param written without line breaks */
export function shownLine(written: string): ShownLine {
  let text = "";
  const columns: number[] = [];
  for (const character of written) {
    for (let i = 0; i < character.length; i++) columns.push(text.length);
    text += character === "\t" ? " ".repeat(TAB_STOP - (text.length % TAB_STOP)) : printable(character);
  }
  const columnOf = (place: number): number => columns[Math.max(0, place)] ?? text.length;
  return { text, columnOf, widthBefore: (place) => widthOf(text.slice(0, columnOf(place))) };
}

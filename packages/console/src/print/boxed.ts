import { printable } from "./printable.js";

/** Cells of a terminal that a line may fill: what a terminal wraps by itself would begin without the mark. */
const WIDTH = 72;

/**
 * Untrusted text, as lines that each begin with a mark: nothing in it can look like a line of ours.
 * Whole: nothing is cut. What cannot be seen becomes `\u{…}`.
 *
 * @param mark for example `  | `; a line that goes on has a `:` in place of its `|`
 */
export function boxed(text: string, mark = "  | "): readonly string[] {
  return text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .flatMap((line) => {
      const [first = "", ...rest] = wrapped(printable(line));
      return [mark + first, ...rest.map((part) => mark.replace("|", ":") + part)];
    });
}

function wrapped(line: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  let cells = 0;
  for (const character of line) {
    // Letters of other scripts may fill two cells.
    const width = character <= "~" ? 1 : 2;
    if (cells + width > WIDTH) {
      parts.push(part);
      part = "";
      cells = 0;
    }
    part += character;
    cells += width;
  }
  return [...parts, part];
}

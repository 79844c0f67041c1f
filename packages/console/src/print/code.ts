import type { CodeRow } from "../codes/code-row.js";
import type { Palette } from "./palette.js";

/** Lines are no longer than this, whatever a terminal has: longer ones are hard to read. */
const MAX_WIDTH = 100;

/** What a code means, for people: a title, what it says, the cure, and an example where there is one. */
export function codeLines(row: CodeRow, colors: Palette, columns: number | undefined): string[] {
  const { code, severities, title, means, cure, example } = row;
  const width = Math.max(40, Math.min(columns ?? MAX_WIDTH, MAX_WIDTH));
  return [
    `${colors.bold(code)}  ${colors.dim(severities.join(", "))}`,
    ...wrapped(title, width),
    "",
    ...wrapped(means, width),
    "",
    ...wrapped(`Cure: ${cure}`, width),
    ...(example === undefined
      ? []
      : [
          "",
          example.file === undefined ? "Wrong:" : `Wrong, in ${example.file}:`,
          ...indented(example.wrong).map((line) => colors.red(line)),
          "Right:",
          ...indented(example.cured).map((line) => colors.green(line)),
        ]),
  ];
}

function indented(text: string): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`);
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

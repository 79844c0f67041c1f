import type { Style, StyledPart } from "./styled-lines.js";

/** The size of one character, in pixels. Each part is stretched to it, whatever font a browser finds. */
const CELL = { width: 8, height: 19 };
const EDGE = { left: 20, top: 44, bottom: 16 };

const COLORS: Readonly<Partial<Record<Style, string>>> = {
  red: "#ff8f88",
  green: "#7ee2a0",
  yellow: "#f2cc60",
  cyan: "#7cc7e0",
};

const STYLES = `
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6e9ee; white-space: pre; }
    .bold { font-weight: 700; } .dim { fill: #a9b1bd; } .underline { text-decoration: underline; }
${Object.entries(COLORS)
  .map(([style, color]) => `    .${style} { fill: ${color}; }`)
  .join("\n")}
  `;

/** What a picture shows. */
export interface TerminalPicture {
  readonly lines: readonly (readonly StyledPart[])[];
  readonly columns: number;
  /** What somebody hears who cannot see it. */
  readonly title: string;
}

/** A terminal as SVG, with the text as text. It has a background of its own, and is the same on a light and on a dark page. */
export function terminalPicture({ lines, columns, title }: TerminalPicture): string {
  const width = columns * CELL.width + 2 * EDGE.left;
  const height = lines.length * CELL.height + EDGE.top + EDGE.bottom;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `  <title id="title">${escaped(title)}</title>`,
    `  <style>${STYLES}</style>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#14171a"/>`,
    ...["#ff8f88", "#f2cc60", "#7ee2a0"].map(
      (color, at) => `  <circle cx="${EDGE.left + at * 18}" cy="18" r="5" fill="${color}"/>`,
    ),
    ...lines.flatMap((line, row) => partsOf(line, EDGE.top + row * CELL.height)),
    "</svg>",
    "",
  ].join("\n");
}

function partsOf(line: readonly StyledPart[], y: number): readonly string[] {
  const found: string[] = [];
  let column = 0;
  for (const { text, styles } of line) {
    const shown = text.trimStart();
    const x = EDGE.left + (column + text.length - shown.length) * CELL.width;
    const length = shown.trimEnd().length * CELL.width;
    column += text.length;
    if (length === 0) continue;
    const names = styles.length === 0 ? "" : ` class="${styles.join(" ")}"`;
    found.push(`  <text x="${x}" y="${y}" textLength="${length}"${names}>${escaped(shown.trimEnd())}</text>`);
  }
  return found;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

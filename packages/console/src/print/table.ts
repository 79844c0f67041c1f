import { type Palette, styled, type StyleName } from "./palette.js";

/** A cell: what to show, and in which styles; the blanks behind it have them, too. */
export interface Cell {
  readonly text: string;
  readonly styles?: readonly StyleName[];
}

/**
 * Rows of cells as lines with aligned columns, two blanks between them. The last column is not padded, so no line ends
 * in blanks.
 */
export function table(rows: readonly (readonly Cell[])[], colors: Palette): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.text.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padded = column === row.length - 1 ? cell.text : cell.text.padEnd(widths[column] ?? 0);
        return styled(padded, cell.styles ?? [], colors);
      })
      .join("  ")
      .trimEnd(),
  );
}

import { type Palette, plural, printable, table } from "@gatehouse-hooks/console/print";
import { type QueryAnswer, QUERY_LIMITS } from "./run-question.js";

/** An answer as a table for people. */
export function queryLines({ columns, rows, cut }: QueryAnswer, colors: Palette): readonly string[] {
  const head = columns.map(({ name }) => ({ text: printable(name), styles: ["dim"] }));
  const cells = rows.map((row) => row.map((cell) => ({ text: shortened(printable(cellText(cell))) })));
  const count = `${cut ? "the first " : ""}${plural(rows.length, "row")}${cut ? ": --limit prints more" : ""}`;
  return [...table([head, ...cells], colors), colors.dim(count)];
}

/** An answer as CSV: RFC 4180, with line feeds. */
export function csvLines({ columns, rows }: QueryAnswer): readonly string[] {
  return [columns.map(({ name }) => name), ...rows].map((row) => row.map(csvCell).join(","));
}

/**
 * A text that a spreadsheet would run as a formula is written behind an apostrophe, as spreadsheets do themselves: a log is not trusted
 * to hold none.
 */
function csvCell(cell: unknown): string {
  const text = cellText(cell);
  const safe = typeof cell === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}

function shortened(text: string): string {
  return text.length <= QUERY_LIMITS.cell ? text : `${text.slice(0, QUERY_LIMITS.cell - 1)}…`;
}

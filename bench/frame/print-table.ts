import type { Row } from "./row.js";

/** A row with its noise, as the frame reports it. */
export interface NoisyRow {
  readonly row: Row;
  /** Half the inter-quartile range as a share of the value. */
  readonly noise?: number | undefined;
}

/** The rows as a plain text table, one block per case and metric. */
export function printTable(entries: readonly NoisyRow[]): string {
  const cells = entries.map(({ row, noise }) => [
    row.case,
    row.metric,
    row.subject,
    `${showNumber(row.value)} ${row.unit}`,
    noise === undefined ? "" : `±${(noise * 100).toFixed(0)}%`,
    row.ratio === undefined ? "" : `${showNumber(row.ratio)}x`,
    row.ratioTo === undefined || row.ratioTo === row.subject ? "" : `of ${row.ratioTo}`,
  ]);
  const header = ["case", "metric", "subject", "value", "noise", "ratio", ""];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const rightAligned = new Set([3, 4, 5]);
  const line = (values: readonly string[]): string =>
    values
      .map((value, column) =>
        rightAligned.has(column) ? value.padStart(widths[column] ?? 0) : value.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

function showNumber(value: number): string {
  if (value === 0) return "0";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

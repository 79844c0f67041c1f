import type { BenchResult } from "./row.js";

/** A result file's text: JSON with a line for each row, so that a change of a figure is a change of one line. */
export function resultText({ rows, ...about }: BenchResult): string {
  const head = Object.entries(about).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`);
  return ["{", ...head, '  "rows": [', lines.join(",\n"), "  ]", "}", ""].join("\n");
}

import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { RowTable } from "./row-table.js";

/** Rows that are written at once. */
const BATCH = 500;

/** Writes the rows of a table as lines of JSON into a file that nobody else may read. */
export async function writeRows(file: string, { rows }: RowTable): Promise<void> {
  await pipeline(linesOf(rows), createWriteStream(file, { mode: 0o600, flags: "wx" }));
}

async function* linesOf(rows: RowTable["rows"]): AsyncGenerator<string> {
  let batch: string[] = [];
  for await (const row of rows) {
    batch.push(`${JSON.stringify(row)}\n`);
    if (batch.length < BATCH) continue;
    yield batch.join("");
    batch = [];
  }
  yield batch.join("");
}

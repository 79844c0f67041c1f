import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { createFrame } from "./frame.js";
import type { Frame } from "./frame.js";
import { printTable } from "./print-table.js";
import type { NoisyRow } from "./print-table.js";
import { resultText } from "./result-text.js";
import type { BenchResult, Row } from "./row.js";

/** What the default export of a `*.bench.ts` file is. Rows it returns are recorded after those of the frame. */
export type Bench = (frame: Frame) => Promise<void | readonly Row[]> | void | readonly Row[];

// Runs one built bench in this process: node run-bench.js <built file> <name> <results folder or ""> [--quick]
const [file = "", bench = "", folder = "", mode] = process.argv.slice(2);
const entries: NoisyRow[] = [];
const frame = createFrame(mode === "--quick", (row, noise) => {
  entries.push({ row, noise });
});
const module = (await import(pathToFileURL(file).href)) as { readonly default: Bench };
for (const row of (await module.default(frame)) ?? []) frame.record(row);
console.log(`\n${bench} (node ${process.version}${frame.quick ? ", quick: a glance, not evidence" : ""})\n`);
console.log(printTable(entries));
if (folder !== "") {
  const result: BenchResult = {
    bench,
    node: process.version,
    date: new Date().toISOString(),
    rows: frame.rows,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${bench}.json`), resultText(result));
}

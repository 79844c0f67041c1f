import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { BenchResult, Row } from "../../bench/frame/row.js";

/** A result file, and the hash of its bytes. */
export interface BenchFile {
  /** Its name in bench/results, without `.json`. */
  readonly name: string;
  readonly sha256: string;
  readonly result: BenchResult;
}

/** The files of bench/results, in order of their names. */
export function readBenchFiles(root: string): readonly BenchFile[] {
  const folder = path.join(root, "bench/results");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => {
      const bytes = readFileSync(path.join(folder, file));
      return {
        name: file.replace(/\.json$/, ""),
        sha256: createHash("sha256").update(bytes).digest("hex"),
        result: JSON.parse(bytes.toString("utf8")) as BenchResult,
      };
    });
}

/**
 * The row of a case, a metric and a subject; of two alike the first.
 *
 * @throws Error when the file has none: a bench that says something else needs another picture
 */
export function rowOf(file: BenchFile, kase: string, metric: string, subject: string): Row {
  const row = file.result.rows.find(
    (one) => one.case === kase && one.metric === metric && one.subject === subject,
  );
  if (row === undefined)
    throw new Error(`bench/results/${file.name}.json has no row \`${kase}\`, \`${metric}\`, \`${subject}\``);
  return row;
}

/** The ratio of such a row. */
export function ratioOf(file: BenchFile, kase: string, metric: string, subject: string): number {
  const { ratio } = rowOf(file, kase, metric, subject);
  if (ratio === undefined)
    throw new Error(`bench/results/${file.name}.json: \`${kase}\`, \`${subject}\` has no ratio`);
  return ratio;
}

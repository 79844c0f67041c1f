import { parseJson } from "@gatehouse-hooks/json";
import { type Event, readEvent } from "@gatehouse-hooks/engine";
import { field, readLines, rowOf } from "@gatehouse-hooks/console/lines";
import { UsageError } from "@gatehouse-hooks/console";
import type { Expected } from "./judge-scores.js";

/** One question with its right answer. */
export interface DatasetRow {
  readonly event: Event;
  readonly expected: Expected;
}

const answers: readonly Expected[] = ["approve", "warn", "ask", "deny"];
/** Rows of one data set. */
const maxRows = 10_000;

/**
 * Reads a data set: a line for each question, `{ "event": { "event": "before_tool_call", … }, "expected": "deny" }`.
 *
 * @throws UsageError that names the first invalid line; a data set with a broken row measures something else.
 */
export async function readDataset(bytes: Uint8Array): Promise<readonly DatasetRow[]> {
  const rows: DatasetRow[] = [];
  let number = 0;
  for await (const line of readLines(once(bytes))) {
    number++;
    if (line !== null && new TextDecoder().decode(line).trim() === "") continue;
    if (rows.length >= maxRows) throw new UsageError(`a data set has at most ${maxRows} rows`);
    rows.push(readRow(line, number));
  }
  if (rows.length === 0) throw new UsageError("the data set has no rows", example);
  return rows;
}

const example = 'write for example {"event":{"event":"before_tool_call","params":{}},"expected":"deny"}';

function readRow(line: Uint8Array | null, number: number): DatasetRow {
  const bad = (message: string): UsageError => new UsageError(`line ${number}: ${message}`, example);
  if (line === null) throw bad("the line is too long");
  const read = rowOf(parseJson(line));
  if (read.kind === "refused") throw bad(read.issue.message);
  const expected = answers.find((one) => one === field(read.row, "expected"));
  if (expected === undefined) throw bad(`\`expected\` must be one of ${answers.join(", ")}`);
  const event = readEvent(field(read.row, "event"));
  if (event.kind === "refused") throw bad(event.issue.message);
  return { event: event.event, expected };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

import { parseJson } from "@gatehouse-hooks/json";
import type { Io } from "../io.js";
import { readLines } from "./read-lines.js";
import { refusedRow, type Row, rowOf } from "./row.js";
import { textOf } from "./text-of.js";

/** What may be read from a line. */
type Limits = NonNullable<Parameters<typeof parseJson>[1]>;

/** What a row is, where it is not a wrapper around something. */
export interface RowKind {
  /** For messages, for example `an event`. */
  readonly what: string;
  readonly limits: Limits;
}

/**
 * A row nests one level deeper than the context it holds and is longer by its other fields and by escapes. Lone
 * surrogates are kept: whether a value may hold them is for the command to say.
 */
const WRAPPER: RowKind = {
  what: "a row",
  limits: { maxDepth: 65, maxBytes: 8 * 1024 * 1024, loneSurrogates: "keep" },
};

/**
 * The machine interface: answers each line of standard input with one line, in order, written before the next line is
 * read. Lines of blanks only are not rows and get no answer.
 *
 * @param answer never throws for anything that a row may hold
 */
export async function answerLines(
  io: Io,
  answer: (row: Row) => unknown,
  { what, limits }: RowKind = WRAPPER,
): Promise<void> {
  for await (const line of readLines(io.stdin)) {
    if (line !== null && isBlank(line)) continue;
    const row =
      line === null
        ? refusedRow("too-large", "the line is too long: at most 8 MiB are read")
        : rowOf(parseJson(textOf(line), limits), what);
    await io.stdout.write(`${JSON.stringify(await answer(row))}\n`);
  }
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

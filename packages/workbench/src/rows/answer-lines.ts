import type { Io } from "@gatehouse-hooks/console";
import {
  batchedOutput,
  type InputLine,
  type LineLimits,
  lineSplitter,
  parseLine,
  refusedRow,
  type Row,
  rowOf,
} from "@gatehouse-hooks/console/lines";

/** What a row is, where it is not a wrapper around something. */
export interface RowKind {
  /** For messages, for example `an event`. */
  readonly what: string;
  readonly limits: LineLimits;
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
 * The machine interface: answers each line of standard input with one line, in order. Answers are written together, but
 * none waits for input or for an answer that takes time: they are written before the next bytes are read, and when an
 * answer is not there in the same turn of the event loop. Lines of blanks only are not rows and get no answer.
 *
 * @param answer never throws for anything that a row may hold; a promise only where it has to wait
 */
export async function answerLines(
  io: Io,
  answer: (row: Row) => unknown,
  { what, limits }: RowKind = WRAPPER,
): Promise<void> {
  const output = batchedOutput(io.stdout);
  const splitter = lineSplitter();
  const answerAll = async (lines: readonly InputLine[]): Promise<void> => {
    for (const line of lines) {
      if (line !== null && isBlank(line)) continue;
      const row =
        line === null
          ? refusedRow("too-large", "the line is too long: at most 8 MiB are read")
          : rowOf(parseLine(line, limits), what);
      const given = answer(row);
      output.add(`${JSON.stringify(given instanceof Promise ? await given : given)}\n`);
      if (output.isFull()) await output.flush();
    }
    await output.flush();
  };
  for await (const chunk of io.stdin) await answerAll(splitter.push(chunk));
  await answerAll(splitter.end());
}

function isBlank(line: Uint8Array): boolean {
  // Almost every line begins with `{`.
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

import { Buffer, isUtf8 } from "node:buffer";
import { parseJson } from "@gatehouse-hooks/json";

/** What may be read from a line. */
export type LineLimits = NonNullable<Parameters<typeof parseJson>[1]>;

/** The first byte of a byte order mark, which the boundary refuses as a byte and as a character in its own words. */
const MARK = 0xef;

/**
 * `parseJson` of the bytes of a line. Decoding is left to Node where the bytes are UTF-8, which it does several times faster
 * than the language can; other bytes are refused by the boundary itself, at their place.
 */
export function parseLine(line: Uint8Array, limits: LineLimits): ReturnType<typeof parseJson> {
  if (line[0] === MARK || !isUtf8(line)) return parseJson(line, limits);
  return parseJson(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8"), limits);
}

/** The longest line in bytes: a row holds an event or a file of at most 1 MiB, escaped, and little else. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

/** One line of input without its line end; `null` when it was too long to keep. */
export type InputLine = Uint8Array | null;

/** Splits bytes into lines as they come. */
interface LineSplitter {
  /** The lines that a chunk ends. They may share its memory. */
  readonly push: (chunk: Uint8Array) => readonly InputLine[];
  /** The last line, where it has no line end. */
  readonly end: () => readonly InputLine[];
}

/**
 * Splits bytes into lines. Line ends are LF or CR LF, the last one may be missing. Memory is bounded: of a line above
 * the limit nothing is kept.
 *
 * @param maxBytes the longest line that is kept
 */
export function lineSplitter(maxBytes: number = MAX_LINE_BYTES): LineSplitter {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size > maxBytes + 1) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const take = (): InputLine => {
    const line = lineOf(parts, size, maxBytes);
    parts = [];
    size = 0;
    return line;
  };
  return {
    push(chunk) {
      const lines: InputLine[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        add(chunk.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      add(chunk.subarray(start));
      return lines;
    },
    end: () => (size > 0 ? [take()] : []),
  };
}

function lineOf(parts: readonly Uint8Array[], size: number, maxBytes: number): InputLine {
  // One byte above the limit may still be the CR of the line end.
  if (size > maxBytes + 1) return null;
  const [only] = parts;
  const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, size);
  const line = whole.at(-1) === CR ? whole.subarray(0, -1) : whole;
  return line.length > maxBytes ? null : line;
}

/**
 * Splits bytes into lines: `lineSplitter`, line by line.
 *
 * @param maxBytes the longest line that is kept
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes?: number,
): AsyncGenerator<InputLine, void, undefined> {
  const splitter = lineSplitter(maxBytes);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

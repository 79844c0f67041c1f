import { type InputLine, lineSplitter } from "./line-splitter.js";

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

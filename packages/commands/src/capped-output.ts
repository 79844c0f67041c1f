import type { Readable } from "node:stream";

/** The beginning of a stream's output. */
export interface CappedOutput {
  /** There was more than the cap. */
  readonly truncated: boolean;
  /** UTF-8; a character that the cap cuts in two is left out. */
  text(): string;
}

/**
 * Keeps the first `maxBytes` bytes of a stream and discards the rest, so that a command with too much output neither
 * fills the memory nor waits for a reader.
 */
export function cappedOutput(stream: Readable, maxBytes: number): CappedOutput {
  const chunks: Buffer[] = [];
  let kept = 0;
  let truncated = false;
  stream.on("data", (chunk: Buffer) => {
    const room = maxBytes - kept;
    if (chunk.length > room) truncated = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    chunks.push(part);
    kept += part.length;
  });
  // A broken pipe ends the command's output.
  stream.on("error", () => undefined);
  return {
    get truncated() {
      return truncated;
    },
    text() {
      const bytes = Buffer.concat(chunks);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: truncated });
    },
  };
}

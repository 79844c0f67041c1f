import { readSync } from "node:fs";

const LF = 0x0a;
const CR = 0x0d;
/** Bytes that are read at once. */
const CHUNK = 262_144;
/** The longest line that is read, in bytes. */
export const LONGEST_LINE: number = 32 * 1024 * 1024;

/** A piece of a file: the lines whose first byte is in it. */
export interface ByteRange {
  /** Anywhere in the file: a line that began before is left out. */
  readonly from: number;
  /** The first byte that is not in it. */
  readonly to: number;
}

/** Who is told of lines. */
export interface LineReader {
  /**
   * @param line without its line end; it shares memory with the next ones. `null`: it is longer than `LONGEST_LINE`
   * @param offset of its first byte in the file
   */
  readonly line: (line: Uint8Array | null, offset: number) => void;
  /** So many bytes more were looked at. True: stop. */
  readonly pause: (bytes: number) => boolean | Promise<boolean>;
}

/**
 * Reads the lines of a piece of a file. Every line is in exactly one of the pieces that cover the file. Nothing is copied but the
 * line that a chunk cuts; memory is bounded by the longest line.
 *
 * @param fd open for reading
 * @returns the byte at which the first line that was not read begins; `null`: all were read
 */
export async function readRange(
  fd: number,
  { from, to }: ByteRange,
  { line, pause }: LineReader,
): Promise<number | null> {
  let buffer = Buffer.allocUnsafe(CHUNK);
  let filled = 0;
  /** The byte of the file that the buffer begins with: the one before tells whether a line begins. */
  let base = Math.max(0, from - 1);
  let skipping = from > 0;
  /** Where the line began of which too much came. */
  let long: number | null = null;
  for (;;) {
    const read = readSync(fd, buffer, filled, buffer.length - filled, base + filled);
    filled += read;
    let at = 0;
    for (let end = indexOfEnd(buffer, 0, filled); end >= 0; end = indexOfEnd(buffer, at, filled)) {
      const start: number = long ?? base + at;
      if (skipping) skipping = false;
      else {
        if (start >= to) return null;
        line(long === null ? buffer.subarray(at, withoutCr(buffer, at, end)) : null, start);
      }
      long = null;
      at = end + 1;
      if (base + at >= to) return null;
    }
    if (read === 0) {
      if (!skipping && (at < filled || long !== null) && (long ?? base + at) < to)
        line(long === null ? buffer.subarray(at, filled) : null, long ?? base + at);
      return null;
    }
    buffer.copyWithin(0, at, filled);
    base += at;
    filled -= at;
    if (filled === buffer.length) {
      if (skipping || long !== null || filled >= LONGEST_LINE) {
        if (!skipping) long ??= base;
        base += filled;
        filled = 0;
      } else {
        const larger = Buffer.allocUnsafe(Math.min(2 * buffer.length, LONGEST_LINE));
        buffer.copy(larger, 0, 0, filled);
        buffer = larger;
      }
    }
    const stopping = pause(read);
    if (typeof stopping === "boolean" ? stopping : await stopping) return skipping ? from : (long ?? base);
  }
}

/** Bytes behind `filled` are of an earlier chunk. */
function indexOfEnd(buffer: Buffer, at: number, filled: number): number {
  const end = buffer.indexOf(LF, at);
  return end < filled ? end : -1;
}

function withoutCr(buffer: Buffer, at: number, end: number): number {
  return end > at && buffer[end - 1] === CR ? end - 1 : end;
}

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
interface RangeReader {
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
export async function readRange(fd: number, range: ByteRange, reader: RangeReader): Promise<number | null> {
  const lines = new RangeLines(range, reader.line);
  for (;;) {
    const read = lines.fill(fd);
    if (lines.take() || read === 0) break;
    const stopping = reader.pause(read);
    if (typeof stopping === "boolean" ? stopping : await stopping) return lines.next();
  }
  lines.end();
  return null;
}

/** The lines of a piece of a file, as its bytes come. */
class RangeLines {
  #buffer = Buffer.allocUnsafe(CHUNK);
  #filled = 0;
  /** The byte of the file that the buffer begins with. */
  #base: number;
  /** What comes up to the next line end is of a line that began before the piece. */
  #skips: boolean;
  /** Where the line began of which too much came. */
  #long: number | null = null;
  #isOver = false;
  readonly #range: ByteRange;
  readonly #line: RangeReader["line"];

  constructor(range: ByteRange, line: RangeReader["line"]) {
    this.#range = range;
    this.#line = line;
    // The byte before tells whether a line begins.
    this.#base = Math.max(0, range.from - 1);
    this.#skips = range.from > 0;
  }

  /** Reads what fits. @returns how many bytes came; 0 at the end of the file */
  fill(fd: number): number {
    if (this.#filled === this.#buffer.length) this.#makeRoom();
    const room = this.#buffer.length - this.#filled;
    const read = readSync(fd, this.#buffer, this.#filled, room, this.#base + this.#filled);
    this.#filled += read;
    return read;
  }

  /** Gives the lines that are whole. @returns whether the piece is over */
  take(): boolean {
    let at = 0;
    for (let end = this.#endFrom(0); end >= 0; end = this.#endFrom(at)) {
      if (this.#give(at, end)) return true;
      at = end + 1;
    }
    this.#buffer.copyWithin(0, at, this.#filled);
    this.#base += at;
    this.#filled -= at;
    return false;
  }

  /** Gives the last line, where it has no line end. */
  end(): void {
    if (!this.#isOver && (this.#filled > 0 || this.#long !== null)) this.#give(0, this.#filled);
  }

  /** Where the first line begins that was not given. */
  next(): number {
    return this.#skips ? this.#range.from : (this.#long ?? this.#base);
  }

  #give(at: number, end: number): boolean {
    const start = this.#long ?? this.#base + at;
    if (this.#skips) this.#skips = false;
    else if (start >= this.#range.to) this.#isOver = true;
    else this.#line(this.#long === null ? this.#buffer.subarray(at, this.#withoutCr(at, end)) : null, start);
    this.#long = null;
    return this.#isOver;
  }

  /** Bytes behind `#filled` are of an earlier chunk. */
  #endFrom(at: number): number {
    const end = this.#buffer.indexOf(LF, at);
    return end < this.#filled ? end : -1;
  }

  #withoutCr(at: number, end: number): number {
    return end > at && this.#buffer[end - 1] === CR ? end - 1 : end;
  }

  /** A larger buffer, or none of the line: nobody reads one that is so long. */
  #makeRoom(): void {
    if (this.#skips || this.#long !== null || this.#filled >= LONGEST_LINE) {
      if (!this.#skips) this.#long ??= this.#base;
      this.#base += this.#filled;
      this.#filled = 0;
      return;
    }
    const larger = Buffer.allocUnsafe(Math.min(2 * this.#buffer.length, LONGEST_LINE));
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }
}

import { type FileHandle, lstat } from "node:fs/promises";
import { AUDIT_LIMITS } from "./audit-limits.js";
import { type Heads, lineHash, newHeads } from "./heads.js";
import { listSegments, makeDirectory, openSegment, removeSegments, segmentPath } from "./segments.js";

/** Appends chained lines to the trail's files; several processes may do so at once. One call at a time. */
export interface SegmentWriter {
  /**
   * Appends records, each pointing to the one before it.
   *
   * @param lineOf makes the line of a record, without a line break, from what it points to
   * @returns how many of them, from the first on, are in the file, and what went wrong with the rest
   */
  append(count: number, lineOf: (index: number, prev: readonly string[]) => string): Promise<Appended>;
  close(): Promise<void>;
}

interface Appended {
  readonly written: number;
  /** The system's word, for example `ENOSPC`; absent when all is written. */
  readonly code?: string;
  /** The last line that was written. */
  readonly head?: { readonly file: number; readonly hash: string };
  /** A newer file was begun meanwhile: a further record must bind what was just written to it. */
  readonly mustLink?: true;
}

interface SegmentWriterOptions {
  readonly directory: string;
  /** A file that has reached this many bytes is followed by the next one. */
  readonly maxBytes: number;
  /** Older files are removed. */
  readonly maxFiles: number;
}

interface Opened {
  readonly number: number;
  readonly handle: FileHandle;
  readonly heads: Heads;
  /** Everything before has been read. */
  offset: number;
}

/** Times that the first file is looked for when another process makes it at the same moment. */
const ATTEMPTS = 8;
const READ_BYTES = 65_536;
const NEWLINE = 0x0a;

export function segmentWriter(options: SegmentWriterOptions): SegmentWriter {
  return new Segments(options);
}

class Segments implements SegmentWriter {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  #opened: Opened | undefined;
  /** Lines of earlier files that the next line points to. */
  #earlier: readonly string[] = [];

  constructor({ directory, maxBytes, maxFiles }: SegmentWriterOptions) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
  }

  async append(count: number, lineOf: (index: number, prev: readonly string[]) => string): Promise<Appended> {
    const lines: string[] = [];
    const hashes: string[] = [];
    try {
      const current = await this.#reach();
      for (let index = 0; index < count; index++) {
        const last = hashes.at(-1);
        const prev = last === undefined ? [...this.#earlier, ...current.heads.hashes] : [last];
        const line = lineOf(index, prev.slice(-AUDIT_LIMITS.previous));
        lines.push(line);
        hashes.push(lineHash(line));
      }
      // A writer that was killed while writing leaves a line without an end; no later line may become part of it.
      await writeAll(current.handle, Buffer.from(`\n${lines.join("\n")}\n`));
      this.#earlier = [];
      const head = { file: current.number, hash: hashes.at(-1) ?? "" };
      if (!(await this.#hasNext(current))) return { written: count, head };
      await this.#moveOn(current);
      return { written: count, head, mustLink: true };
    } catch (error) {
      const written = hashes.length === 0 ? 0 : await this.#landed(hashes).catch(() => 0);
      // What the descriptor is good for is not known: the next attempt begins anew.
      await this.close().catch(() => undefined);
      return { written, code: codeOf(error) };
    }
  }

  async close(): Promise<void> {
    const { handle } = this.#opened ?? {};
    this.#opened = undefined;
    await handle?.close();
  }

  /** The file to write to, read to its end. */
  async #reach(): Promise<Opened> {
    if (this.#opened !== undefined) {
      const { nlink, size } = await this.#opened.handle.stat();
      // The file was removed or cut. What this writer knows of it is gone, and verifying must say so.
      if (nlink === 0 || size < this.#opened.offset) {
        this.#earlier = [...this.#earlier, ...crossing(this.#opened)].slice(-AUDIT_LIMITS.previous);
        await this.close();
      }
    }
    this.#opened ??= await this.#openNewest();
    let current = this.#opened;
    await follow(current);
    while (current.offset >= this.#maxBytes || (await this.#hasNext(current)))
      current = await this.#moveOn(current);
    return current;
  }

  /** How many of the lines, from the first on, are whole in the file. */
  async #landed(hashes: readonly string[]): Promise<number> {
    if (this.#opened === undefined) return 0;
    const seen = new Set<string>();
    await follow(this.#opened, (line) => seen.add(lineHash(line)));
    const missing = hashes.findIndex((one) => !seen.has(one));
    return missing < 0 ? hashes.length : missing;
  }

  /** Goes on in the next file, making it if necessary. */
  async #moveOn(from: Opened): Promise<Opened> {
    await follow(from);
    this.#earlier = crossing(from);
    const number = from.number + 1;
    const created = await this.#create(number);
    const next = created ?? (await this.#openAt(number));
    await this.close();
    this.#opened = next;
    if (created !== undefined)
      await removeSegments(this.#directory, number - this.#maxFiles).catch(() => undefined);
    return next;
  }

  async #openNewest(): Promise<Opened> {
    await makeDirectory(this.#directory);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const numbers = await listSegments(this.#directory);
      const number = numbers.at(-1);
      if (number === undefined) {
        const created = await this.#create(1);
        if (created) return created;
        continue;
      }
      const made = await this.#openAt(number);
      const before = numbers.at(-2);
      if (made.offset === 0 && before !== undefined) await this.#bindTo(before);
      return made;
    }
    throw new Error("the files of the trail come and go");
  }

  /** Undefined when another process was first. */
  async #create(number: number): Promise<Opened | undefined> {
    try {
      return {
        number,
        handle: await openSegment(this.#directory, number, true),
        heads: newHeads(),
        offset: 0,
      };
    } catch (error) {
      if (codeOf(error) === "EEXIST") return undefined;
      throw error;
    }
  }

  async #openAt(number: number): Promise<Opened> {
    const handle = await openSegment(this.#directory, number, false);
    const { size } = await handle.stat();
    const made: Opened = { number, handle, heads: newHeads(), offset: 0 };
    if (size > AUDIT_LIMITS.tailBytes)
      made.offset = await lineStartAfter(handle, size - AUDIT_LIMITS.tailBytes);
    await follow(made).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    return made;
  }

  /** What nothing points to in an earlier file, the next line points to. */
  async #bindTo(number: number): Promise<void> {
    const before = await this.#openAt(number);
    this.#earlier = crossing(before);
    await before.handle.close();
  }

  async #hasNext(current: Opened): Promise<boolean> {
    try {
      await lstat(segmentPath(this.#directory, current.number + 1));
      return true;
    } catch {
      return false;
    }
  }
}

function crossing({ number, heads }: Opened): readonly string[] {
  return heads.hashes.map((one) => `${number}:${one}`);
}

/**
 * Reads what has been appended since, by whomever. A last line without an end is left for the next time: its writer may be
 * in the middle of it, or dead, and then the next write ends it.
 */
async function follow(current: Opened, onLine?: (line: Uint8Array) => void): Promise<void> {
  const { size } = await current.handle.stat();
  if (size < current.offset) throw new Error("the trail has become shorter");
  const news = await readRange(current.handle, current.offset, size);
  const end = news.lastIndexOf(NEWLINE) + 1;
  for (const line of linesOf(news.subarray(0, end))) {
    current.heads.add(line);
    onLine?.(line);
  }
  current.offset += end;
}

async function readRange(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** Where the first line begins after a position: a line is never looked at in part. */
async function lineStartAfter(handle: FileHandle, from: number): Promise<number> {
  for (let at = from; ; at += READ_BYTES) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
    const found = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
    if (bytesRead < READ_BYTES) return at + bytesRead;
  }
}

/** The lines of a string that ends in a line break, without empty ones: every write begins with a break. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    if (end > start) yield bytes.subarray(start, end);
    start = end + 1;
  }
}

async function writeAll(handle: FileHandle, data: Buffer): Promise<void> {
  for (let at = 0; at < data.length;) {
    const { bytesWritten } = await handle.write(data, at, data.length - at);
    at += bytesWritten;
  }
}

/** The system's word for what went wrong. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

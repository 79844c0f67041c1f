import { isRecord } from "@gatehouse-hooks/json";
import * as fs from "node:fs";

/**
 * A file of lines that several processes append to and read. A reader sees whole lines only; a line that a killed
 * process left unfinished ends where the next one begins, since every append starts with a line break.
 *
 * The calls are synchronous: each is one small system call on a local disk, and nothing else of this process can come
 * between a check and what it was made for.
 */
export interface AppendLog {
  /** The whole lines that came since the last read; `restarted` when the file is another one than before. */
  read(): { readonly lines: readonly string[]; readonly restarted: boolean };
  /** Adds lines; when it returns they are in the file that all processes read. */
  append(lines: readonly string[]): void;
  /** Bytes of the file as last read. */
  size(): number;
  /**
   * Puts other lines in place of all lines read so far. Lines that others append meanwhile are kept, behind them.
   * Does nothing while another process is compacting. `lines` is called once all lines have been read.
   */
  replace(lines: () => readonly string[]): void;
  close(): void;
}

/** Thrown for a file that others could write to, and for one that is something else: it is left alone. */
class UnsafeFileError extends Error {
  readonly code = "file-unsafe";
}

/** The first line. A file with another one is not touched. */
const HEADER = "gatehouse-verdicts 1";

/** A file larger than the bound by this factor is not ours to read. */
const OVERGROWN = 4;
const LARGEST_READ = 1024 * 1024;
/** Milliseconds after which a replacement that did not end is taken for dead. */
const STALE_REPLACEMENT = 30_000;
const RETRIES = 8;

interface Opened {
  readonly fd: number;
  readonly inode: bigint;
  offset: number;
}

/** @param maxBytes of the file; beyond four times that, it is replaced unread */
export function appendLog(path: string, maxBytes: number): AppendLog {
  return new FileLog(path, maxBytes);
}

class FileLog implements AppendLog {
  readonly #path: string;
  readonly #scratch: string;
  readonly #maxBytes: number;
  #opened: Opened | undefined;
  /** The lines given so far are of a file that is not the one at the path any more. */
  #restarted = false;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#scratch = `${path}.replacing`;
    this.#maxBytes = maxBytes;
  }

  read(): { readonly lines: readonly string[]; readonly restarted: boolean } {
    let log = this.#follow();
    if (fs.fstatSync(log.fd).size > OVERGROWN * this.#maxBytes) {
      fs.unlinkSync(this.#path);
      log = this.#follow();
    }
    const result = { lines: readLines(log), restarted: this.#restarted };
    this.#restarted = false;
    return result;
  }

  append(lines: readonly string[]): void {
    const text = lines.map((line) => `\n${line}\n`).join("");
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const { fd, inode } = this.#open();
      // Two processes may both find it empty: a second header is a line that means nothing.
      const isEmpty = fs.fstatSync(fd).size === 0;
      writeAll(fd, Buffer.from(isEmpty ? HEADER + text : text));
      // Written to a file that had just been replaced: the process that did it may have missed the line.
      if (inodeAt(this.#path) === inode) return;
      this.close();
    }
    throw new Error("the cache file is replaced too often");
  }

  size(): number {
    return this.#opened?.offset ?? 0;
  }

  replace(lines: () => readonly string[]): void {
    const old = this.#open();
    const to = createScratch(this.#scratch);
    if (to === undefined) return;
    try {
      const inode = fs.fstatSync(to, { bigint: true }).ino;
      writeAll(to, Buffer.from([HEADER, ...lines(), ""].join("\n")));
      const isMine = inodeAt(this.#scratch) === inode;
      const isNow = inodeAt(this.#path) === old.inode;
      if (!isMine || !isNow) return;
      fs.renameSync(this.#scratch, this.#path);
      // What others appended to the old file until they saw the new one.
      const late = readLines(old);
      if (late.length > 0) writeAll(to, Buffer.from(late.map((line) => `\n${line}\n`).join("")));
      this.close();
    } finally {
      fs.closeSync(to);
      if (this.#opened === old) fs.rmSync(this.#scratch, { force: true });
    }
  }

  close(): void {
    if (this.#opened === undefined) return;
    fs.closeSync(this.#opened.fd);
    this.#opened = undefined;
    this.#restarted = true;
  }

  #open(): Opened {
    this.#opened ??= openLog(this.#path);
    return this.#opened;
  }

  /** Reopens the path after another process has replaced the file, or made it shorter. */
  #follow(): Opened {
    if (this.#opened !== undefined) {
      const now = fs.statSync(this.#path, { bigint: true, throwIfNoEntry: false });
      if (now?.ino !== this.#opened.inode || Number(now.size) < this.#opened.offset) this.close();
    }
    return this.#open();
  }
}

function inodeAt(path: string): bigint | undefined {
  return fs.statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** The whole lines from its offset on. */
function readLines(from: Opened): string[] {
  const size = fs.fstatSync(from.fd).size;
  const chunks: Buffer[] = [];
  for (let at = from.offset; at < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(LARGEST_READ, size - at));
    const read = fs.readSync(from.fd, chunk, 0, chunk.length, at);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    at += read;
  }
  if (chunks.length === 0) return [];
  const [first] = chunks;
  const news = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
  const end = news.lastIndexOf(0x0a) + 1;
  from.offset += end;
  return news
    .toString("utf8", 0, end)
    .split("\n")
    .filter((line) => line !== "");
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = fs.constants;
const OWNER_ONLY = 0o600;
const WRITABLE_BY_OTHERS = 0o022;

function openLog(path: string): Opened {
  // O_NOFOLLOW is missing on Windows.
  const fd = fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), OWNER_ONLY);
  try {
    const { ino, uid, mode } = fs.fstatSync(fd, { bigint: true });
    const isFile = (Number(mode) & fs.constants.S_IFMT) === fs.constants.S_IFREG;
    const me = process.getuid?.();
    const isMine = me === undefined || (Number(uid) === me && (Number(mode) & WRITABLE_BY_OTHERS) === 0);
    if (!isFile || !isMine) {
      throw new UnsafeFileError(
        "expected the cache file to be a regular file that only its owner, this user, can write",
      );
    }
    if (!startsAsOurs(fd)) {
      throw new UnsafeFileError(
        "expected a verdict cache of this version, found another file; it is left as it is",
      );
    }
    return { fd, inode: ino, offset: 0 };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

/** Empty, or the first line is the header, or as much of it as its writer lived to write. */
function startsAsOurs(fd: number): boolean {
  const start = Buffer.alloc(HEADER.length + 1);
  const text = start.toString("latin1", 0, fs.readSync(fd, start, 0, start.length, 0));
  if (text === "") return true;
  const end = text.indexOf("\n");
  const line = end < 0 ? text : text.slice(0, end);
  return line !== "" && HEADER.startsWith(line);
}

/** `undefined` while another process has one. */
function createScratch(path: string): number | undefined {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) {
    // Below zero for a file of this very millisecond, since the clock of files counts parts of one; far below zero
    // when the clock was set back: then its age is unknown.
    const age = Math.abs(Date.now() - found.mtimeMs);
    if (age < STALE_REPLACEMENT) return undefined;
    fs.rmSync(path, { force: true });
  }
  try {
    return fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, OWNER_ONLY);
  } catch (error) {
    if (isRecord(error) && error["code"] === "EEXIST") return undefined;
    throw error;
  }
}

function writeAll(fd: number, data: Buffer): void {
  for (let at = 0; at < data.length;) at += fs.writeSync(fd, data, at, data.length - at);
}

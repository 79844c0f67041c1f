import { closeSync, constants, createReadStream, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { errorCodeOf, UsageError } from "./errors.js";
import type { Io } from "./io.js";
import { readBytes } from "./read-bytes.js";
import { parseJson } from "@gatehouse-hooks/json";
import { readEvent, type ReadEvent } from "@gatehouse-hooks/engine";
import { rowOf, field } from "./lines/row.js";

const EVENT = "an event";
/** The longest document in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The bytes of a document that a command line names: a file, or standard input for `-` and for nothing.
 *
 * @param what for messages, for example `an event`
 * @throws UsageError when it cannot be read or is longer than 8 MiB
 */
export async function readDocument(io: Io, path: string | undefined, what: string): Promise<Uint8Array> {
  if (path === undefined && io.interactive) {
    throw new UsageError(`${what} is missing`, "name a JSON file, or `-` for standard input");
  }
  if (io.interactive && path === "-") {
    await io.stderr.write(`reading ${what} from standard input; Ctrl-D ends it\n`);
  }
  if (path === undefined || path === "-") return await readAll(io.stdin, what, io.stdinNow);
  try {
    const file = resolve(io.cwd, path);
    return readFileNow(file, what) ?? (await readAll(createReadStream(file), what));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `cannot read \`${path}\`: ${errorCodeOf(error) ?? "unreadable"}`,
      cureOf(error, what),
    );
  }
}

function cureOf(error: unknown, what: string): string {
  return errorCodeOf(error) === "EISDIR"
    ? "it is a folder; a folder of policies is named with --policies, once for each"
    : what === EVENT
      ? "check the path; whether a command of the shell passes says gatehouse try 'COMMAND'"
      : "check the path";
}

/** @throws UsageError when it is longer than a document may be */
async function readAll(
  chunks: AsyncIterable<Uint8Array>,
  what: string,
  now?: () => Uint8Array | undefined,
): Promise<Uint8Array> {
  const bytes = await readBytes(chunks, MAX_BYTES, now);
  if (bytes === null) throw tooLong(what);
  return bytes;
}

/** A regular file, without the streams that others need; undefined for those. */
function readFileNow(file: string, what: string): Uint8Array | undefined {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    // Of a pipe, the plain answer would mislead Node's next import (`process-io.ts`).
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return undefined;
    if (stats.size > MAX_BYTES) throw tooLong(what);
    const bytes = new Uint8Array(Number(stats.size) + 1);
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read) {
      read = readSync(fd, bytes, size, bytes.length - size, null);
    }
    // It grows: a stream reads to its end.
    return size >= bytes.length ? undefined : bytes.subarray(0, size);
  } finally {
    closeSync(fd);
  }
}

function tooLong(what: string): UsageError {
  return new UsageError(`${what} is longer than ${MAX_BYTES} bytes`);
}

/** Whether a word is text of the shell: it has a blank, and names no file. */
export function isCommandText({ cwd }: Pick<Io, "cwd">, given: string): boolean {
  return /\s/.test(given.trim()) && !existsSync(resolve(cwd, given));
}

/**
 * The document of an event that a command line names; text with a blank that names no file is a command of the shell, and the event of
 * a call of it.
 *
 * @throws UsageError as `readDocument`
 */
export async function eventOrCommand(io: Io, given: string | undefined): Promise<Uint8Array> {
  if (given === undefined || !isCommandText(io, given)) return await readDocument(io, given, EVENT);
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: given }, cwd: io.cwd };
  return new TextEncoder().encode(JSON.stringify(event));
}

/**
 * The event that a document holds. What an agent sends to its hook is no event: it is refused as everything else that is none, with the
 * command that takes it as the cure.
 */
export function readEventDocument(document: Uint8Array): ReadEvent {
  const row = rowOf(parseJson(document), "an event");
  if (row.kind === "refused") return row;
  const read = readEvent(row.row);
  if (read.kind !== "refused" || typeof field(row.row, "hook_event_name") !== "string") return read;
  const cure = "this is what an agent sends to its hook: give it to `gatehouse hook AGENT`";
  return { ...read, issue: { ...read.issue, cure } };
}

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Io } from "./io.js";
import { UsageError } from "./usage-error.js";

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
  if (path === undefined || path === "-") return await readAll(io.stdin, what);
  try {
    return await readAll(createReadStream(resolve(io.cwd, path)), what);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot read \`${path}\`: ${reasonOf(error)}`, "check the path");
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>, what: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLong(what);
    parts.push(chunk);
  }
  return Buffer.concat(parts, size);
}

function tooLong(what: string): UsageError {
  return new UsageError(`${what} is longer than ${MAX_BYTES} bytes`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "unreadable";
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Io } from "./io.js";
import { readDocument } from "./read-document.js";

/**
 * The document of an event that a command line names; text with a blank that names no file is a command of the shell, and the event of
 * a call of it.
 *
 * @throws UsageError as `readDocument`
 */
export async function eventOrCommand(io: Io, given: string | undefined): Promise<Uint8Array> {
  if (given === undefined || !/\s/.test(given.trim()) || existsSync(resolve(io.cwd, given)))
    return await readDocument(io, given, "an event");
  const event = { event: "before_tool_call", toolName: "Bash", params: { command: given }, cwd: io.cwd };
  return new TextEncoder().encode(JSON.stringify(event));
}

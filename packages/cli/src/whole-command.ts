import { main } from "./main.js";
import { processIo } from "./process-io.js";

/**
 * Runs a command line of this process.
 *
 * @param read what of standard input has been read already
 * @returns the exit code: every write has been awaited
 */
export async function wholeCommand(args: readonly string[], read: readonly Uint8Array[]): Promise<number> {
  const { io, interruption } = processIo(read);
  const code = await main(args, io);
  return interruption() ?? code;
}

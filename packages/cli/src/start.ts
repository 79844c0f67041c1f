import process from "node:process";
import { main } from "./main.js";
import { processIo } from "@gatehouse-hooks/console";

/** Runs the command line of this process, and ends it. */
export async function start(args: readonly string[]): Promise<void> {
  const { io, interruption } = processIo();
  const code = await main(args, io);
  // Every write has been awaited, so nothing is cut off, and an idle connection to a judge does not keep the process alive.
  process.exit(interruption() ?? code);
}

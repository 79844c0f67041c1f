import process from "node:process";
import { main } from "./main.js";
import { compileForSpeed, NO_OPT, processIo } from "@gatehouse-hooks/console";

/** Runs the command line of this process, and ends it. */
export async function start(args: readonly string[]): Promise<void> {
  // Agents wait for each hook, and it ends before what is compiled for speed could save time: that took a quarter of its processor time.
  // The line that `init` writes says so itself, since Node's module for it takes a millisecond.
  if (args[0] === "hook" && !process.execArgv.includes(NO_OPT)) compileForSpeed(false);
  // The installed line has set it for this process alone.
  const { io, interruption } = processIo(args[0] === "hook" ? ["GLIBC_TUNABLES"] : []);
  const code = await main(args, io);
  // Every write has been awaited, so nothing is cut off, and an idle connection to a judge does not keep the process alive.
  process.exit(interruption() ?? code);
}

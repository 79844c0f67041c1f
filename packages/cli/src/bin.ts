#!/usr/bin/env node
import { KeptCode } from "./quick/kept-code.js";

void start(process.argv.slice(2));

/** A hook without options is started for each call of a tool: what most of them need is loaded first, and mostly nothing else. */
async function start(args: readonly string[]): Promise<void> {
  const [command, agent, ...more] = args;
  let read: readonly Uint8Array[] = [];
  if (command === "hook" && agent !== undefined && more.length === 0) {
    // The bundle loads the next file with it.
    const keptCode = typeof module === "object" ? new KeptCode(module) : null;
    const { quickHook } = await import("./quick/quick-hook.js");
    const outcome = await quickHook(agent);
    if (outcome.kind === "answered") {
      keptCode?.keep();
      process.exit(outcome.exitCode);
    }
    read = outcome.read;
  }
  const { wholeCommand } = await import("./whole-command.js");
  const code = await wholeCommand(args, read);
  // Nothing is cut off, and an idle connection to a judge does not keep the process alive.
  process.exit(code);
}

import type { AddCommand } from "./check-commands.js";
import { text } from "./option-values.js";

/** `new`: policies that are written by answering questions. */
export function addNewCommands(add: AddCommand): void {
  add(
    "new [id]",
    "write a policy with tests into a file of its own: asks what to stop, or takes it from options",
    async (context, [id], options) =>
      (await import("./commands/new.js")).newPolicy(context, id, {
        stop: text(options["stop"]),
        of: text(options["of"]),
        effect: text(options["effect"]),
        reason: text(options["reason"]),
        user: options["user"] === true,
      }),
    (command) =>
      command
        .option("--stop <kind>", "what to stop: command, write, read, mcp, network, or tool")
        .option("--of <text>", "which: a command, a path, SERVER/TOOL, a host, or a tool's name")
        .option("--effect <effect>", "what it answers: deny, ask, or warn")
        .option("--reason <text>", "the reason, which the agent reads")
        .option("--user", "below the home folder, for all projects"),
  );
}

import type { AddCommand } from "./check-commands.js";
import { repeated, text } from "@gatehouse-hooks/console";

/** `list` and `new`: the policies that there are, and one more. */
export function addNewCommands(add: AddCommand): void {
  add(
    "list",
    "show all policies, in the order in which they run, what they run, and which do nothing",
    async (context, _, options) => {
      const { withHooks } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { list } = await import("./commands/list.js");
      const hooks = options["hooks"] as readonly string[] | undefined;
      return await list(withHooks(context, hooks), (options["host"] ?? []) as readonly string[]);
    },
    (command) =>
      command
        .option(
          "--host <agent>",
          "tell what this agent never asks for, too: a name, all, or installed; repeatable",
          repeated,
        )
        .option(
          "--hooks <file>",
          "with the hooks of this module, as `gatehouse hook` would have them; repeatable",
          repeated,
        ),
  );
  add(
    "new [id]",
    "write a policy with tests into a file of its own: asks what to stop, or takes it from options",
    async (context, [id], options) =>
      (await import("@gatehouse-hooks/workbench/new/new")).newPolicy(context, id, {
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

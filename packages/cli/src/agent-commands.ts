import type { AddCommand } from "./check-commands.js";
import { type ExitCode, repeated, text } from "@gatehouse-hooks/console";
import type { GlobalOptions } from "@gatehouse-hooks/local";

/** `mcp-gate`, `box` and `approve`: what stands between an agent and what it wants to do, and the person who is asked. */
export function addAgentCommands(add: AddCommand): void {
  add(
    "mcp-gate [server...]",
    "a server of the Model Context Protocol, after `--`, whose tools are called only where the policies let it",
    async (context, [server], options) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { mcpGate } = await import("@gatehouse-hooks/services/mcp/mcp-gate");
      const given = options as unknown as GlobalOptions;
      return (await mcpGate(
        hookContext(context.io, context.io.cwd, given),
        (server ?? []) as unknown as readonly string[],
        {
          name: text(options["name"]),
          url: text(options["url"]),
          headers: (options["header"] ?? []) as readonly string[],
        },
      )) as ExitCode;
    },
    (command) =>
      command
        .option("--name <name>", "the server's name in policies (default: by its command or address)")
        .option("--url <url>", "a server of streamable HTTP, instead of a command")
        .option("--header <header>", "with --url: `Name: value`, with ${VARIABLE}; repeatable", repeated),
  );
  add(
    "box [command...]",
    "run a command, after `--`, in a box of the kernel's (Linux, bubblewrap) that is made of the policies in force",
    async (context, [command], options) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { box } = await import("@gatehouse-hooks/agents/box/box");
      return (await box(
        hookContext(context.io, context.io.cwd, options as unknown as GlobalOptions),
        (command ?? []) as unknown as readonly string[],
        { show: options["show"] === true },
      )) as ExitCode;
    },
    (command) => command.option("--show", "print what the box hides and keeps, and run nothing"),
  );
  add(
    "approve [code]",
    "list the calls that wait for a person, or show one and let it happen once; the code is in the deny that the agent got",
    async (context, [code]) =>
      (await import("@gatehouse-hooks/agents/approvals/approve")).approveCall(context, code),
  );
}

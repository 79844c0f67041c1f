import type { Command } from "commander";
import { resolve } from "node:path";
import type { ExitCode } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";

/** The command's own options, as commander gives them. */
export type CommandOptions = Readonly<Record<string, unknown>>;

/** Adds a command; `run` gets the context, the arguments and the command's own options. */
export type AddCommand = (
  usage: string,
  description: string,
  run: (
    context: Context,
    args: readonly (string | undefined)[],
    options: CommandOptions,
  ) => Promise<ExitCode>,
  more?: (command: Command) => Command,
) => void;

/** `check` and `diff`: what policies do, without an event. */
export function addCheckCommands(add: AddCommand): void {
  add(
    "check [paths...]",
    "report every issue of policy files, and with --host what an agent cannot carry out; exit code 1 on errors",
    async (context, [given], options) => {
      const paths = (given ?? []) as unknown as readonly string[];
      const tools = (options["tools"] ?? []) as readonly string[];
      const format = String(options["format"]);
      const { check } = await import("@gatehouse-hooks/workbench/check/check");
      const run = (again: Context): Promise<ExitCode> =>
        check(again, paths, {
          hosts: (options["host"] ?? []) as readonly string[],
          tools,
          interactive: options["interactive"] === true,
          conflicts: options["conflicts"] === true,
          format,
          failOn: String(options["failOn"]),
        });
      if (options["watch"] !== true) return run(context);
      const { toolsFile } = await import("@gatehouse-hooks/workbench/check/given-tools");
      const files = tools.map((one) => resolve(context.io.cwd, toolsFile(one).file));
      return (await import("@gatehouse-hooks/workbench/watch/watch-command")).watchCommand(context, {
        format,
        files,
        run,
      });
    },
    (command) =>
      command
        .option(
          "--host <agent>",
          "what this agent cannot carry out of the policies: a name, a list with commas, all, or installed",
          (given: string, before: readonly string[]) => [
            ...before,
            ...given.split(",").map((name) => name.trim()),
          ],
          [] as readonly string[],
        )
        .option(
          "--tools <[server=]file>",
          "what an MCP server answers to `tools/list`: the types of its tools' arguments; may be repeated",
          (given: string, before: readonly string[]) => [...before, given],
          [] as readonly string[],
        )
        .option("--interactive", "with --host: a person is there to answer the agent's questions")
        .option("--conflicts", "report static policies that allow and deny some of the same events, too")
        .option("--format <format>", "text, json, sarif, junit, or github: how the report is written", "text")
        .option("--watch", "run again when a file that was read changes, or a new one is there; Ctrl-C ends")
        .option("--fail-on <severity>", "what makes the exit code 1: error, warning, or never", "error"),
  );
  add(
    "diff <old> <new>",
    "the decisions that a change of policies changes: files, folders, or git revisions; exit code 1 when one becomes looser",
    async (context, [old = "", now = ""], options) =>
      (await import("./commands/diff.js")).diff(context, old, now, {
        allowLoosening: options["allowLoosening"] === true,
        markdown: options["markdown"] === true,
      }),
    (command) =>
      command
        .option("--allow-loosening", "decisions may become looser: that is meant")
        .option("--markdown", "print a table for a pull request"),
  );
}

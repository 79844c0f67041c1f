import type { AddCommand } from "./check-commands.js";
import { type ExitCode, text, UsageError } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";

/** `test` and `explain`: what policies say to events that are given. */
export function addTryCommands(add: AddCommand): void {
  add(
    "test [paths...]",
    "run the tests of policy files, folders and projects; with parts of an event, try each policy on it; a .mjs or .ts file: the inline tests of the hooks that it exports",
    async (context, [given], options) => {
      const paths = (given ?? []) as unknown as readonly string[];
      const hooks = await import("@gatehouse-hooks/workbench/judge/judge-hooks");
      const program = paths.find((path) => hooks.isHookProgram(path));
      if (program !== undefined) {
        if (paths.length > 1)
          throw new UsageError(
            `\`${program}\` is a program, and is tested by itself`,
            `gatehouse test ${program}`,
          );
        if (options["watch"] === true)
          throw new UsageError(
            "`--watch` follows policy files, and a program reads what it wants",
            `node --watch ${program}`,
          );
        return hooks.testHooks(context, program, String(options["format"]));
      }
      const { test } = await import("@gatehouse-hooks/workbench/try/test");
      const format = String(options["format"]);
      const flags = {
        event: text(options["event"]),
        tool: text(options["tool"]),
        params: text(options["params"]),
        live: options["live"] === true,
        verbose: options["verbose"] === true,
        coverage: options["coverage"] === true,
        requireTests: options["requireTests"] === true,
        format,
      };
      const run = (again: Context): Promise<ExitCode> => test(again, paths, flags);
      if (options["watch"] !== true) return run(context);
      return (await import("@gatehouse-hooks/workbench/watch/watch-command")).watchCommand(context, {
        format,
        files: [],
        run,
      });
    },
    (command) =>
      command
        .option(
          "--require-tests",
          "each static deny or ask needs an event that it stops and one that it lets pass",
        )
        .option("--coverage", "print which policies and which parts of conditions the tests have not shown")
        .option("--format <format>", "text, json or junit: how the results are written", "text")
        .option("--watch", "run again when a file that was read changes, or a new one is there; Ctrl-C ends")
        .option("--verbose", "show the tests that pass, and try each policy on an event")
        .option("--event <name>", "try each policy on this event (default: the first one of each policy)")
        .option("--tool <name>", "the tool of that event (default: exec)")
        .option("--params <json>", "the tool's parameters (default: {})")
        .option("--live", "ask the judge of that event, too"),
  );
  add(
    "explain [event]",
    "why an event (a JSON file, or - for stdin) is answered as it is, and what would change that; nothing is asked or run",
    async (context, [file], options) =>
      (await import("./commands/explain.js")).explain(context, file, { live: options["live"] === true }),
    (command) => command.option("--live", "ask judges and run commands, as decide does"),
  );
}

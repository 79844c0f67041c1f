import type { AddCommand } from "./check-commands.js";
import { type ExitCode, text, UsageError, wholeNumber } from "@gatehouse-hooks/console";
import type { Context, GlobalOptions } from "@gatehouse-hooks/local";

/** `try`, `test` and `explain`: what policies say to commands and events that are given. */
export function addTryCommands(add: AddCommand): void {
  add(
    "try [command...]",
    "what an agent would be answered that wants to run a shell command here, why, and what would pass; nothing is run; exit code 1 on deny",
    async (context, [words], options) => {
      const { tryCommand } = await import("@gatehouse-hooks/workbench/explain");
      const given = options as unknown as GlobalOptions;
      const agent = text(options["as"]) ?? "claude-code";
      return tryCommand(context.io, given, (words ?? []) as unknown as readonly string[], agent);
    },
    (command) => command.option("--as <agent>", "the agent that wants to run it", "claude-code"),
  );
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
    "why [number]",
    "why the last call was denied, asked about or allowed that an agent made; with 2, the one before it",
    async (context, [which]) =>
      (await import("@gatehouse-hooks/workbench/recent/why")).why(
        context,
        wholeNumber("NUMBER", which, { least: 1, most: 10_000, otherwise: 1 }),
      ),
  );
  add(
    "log",
    "the last decisions that agents got and that were not abstain, without secrets; kept on this machine only",
    async (context, _, options) =>
      (await import("@gatehouse-hooks/workbench/recent/log")).log(context, {
        last: wholeNumber("--last", text(options["last"]), { least: 1, most: 10_000, otherwise: 20 }),
        clear: options["clear"] === true,
        off: options["off"] === true,
        on: options["on"] === true,
      }),
    (command) =>
      command
        .option("--last <number>", "how many, at most", "20")
        .option("--clear", "forget those that are kept")
        .option("--off", "keep none from now on, of any agent")
        .option("--on", "keep them again"),
  );
  add(
    "explain [event]",
    "why an event (a JSON file, - for stdin, or a shell command as text) is answered as it is, and what would change that; nothing is asked or run",
    async (context, [file], options) =>
      (await import("./commands/explain.js")).explain(context, file, { live: options["live"] === true }),
    (command) => command.option("--live", "ask judges and run commands, as decide does"),
  );
}

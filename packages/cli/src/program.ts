import { Command } from "commander";
import {
  exitCode,
  type ExitCode,
  type Io,
  type Output,
  UsageError,
  version,
  withSinglePolicies,
} from "@gatehouse-hooks/console";
import { paletteFor, PLAIN } from "@gatehouse-hooks/console/print";
import { type Context, contextOf } from "@gatehouse-hooks/local";
import { allCommandsHelp, helpConfiguration, HELP_WIDTH, optionsHelp } from "./help/help-configuration.js";
import { leadOn } from "./tried-words.table.js";
import { firstWord, knownWords } from "./known-words.js";
import { addCommand, addOptions, givenWords } from "./add-rows.js";
import type { CommandProgram } from "./command-row.js";
import { COMMAND_TABLE, commandRow } from "./command-table.js";
import { SHARED_OPTIONS } from "./shared-options.table.js";

/** The command line, ready to run once. */
export interface Program {
  /** All commands and options: what the reference and completion are made of. */
  readonly root: Command;
  /** Throws `CommanderError` and `UsageError` for bad usage. */
  run(args: readonly string[]): Promise<ExitCode>;
}

/** Shows progress on an interactive terminal. */
async function watched(context: Context): Promise<Context> {
  const { io, settings, noticeColors } = context;
  if (io.stderr.columns === undefined || settings.json || noticeColors === PLAIN) return context;
  return { ...context, io: (await import("@gatehouse-hooks/console/progress/progress-io")).progressIo(io) };
}

/**
 * The commands of the table and their options. The code of a command is loaded when it runs: the parser of the condition language
 * and the judge's providers cost more to start than a decision.
 */
export function program(io: Io): Program {
  let code: ExitCode = exitCode.fine;
  let given: readonly string[] = [];
  const written: Promise<void>[] = [];
  const colorful = (output: Output): boolean =>
    paletteFor(output, io.env, !given.includes("--no-color")) !== PLAIN;
  const root = rootCommand(io, written, colorful);

  addOptions(root, SHARED_OPTIONS);
  // Ours knows codes, too.
  root.helpCommand(false);

  const line: CommandProgram = {
    root,
    rowOf: commandRow,
    show: (name) => (root.commands.find((command) => command.name() === name) ?? root).outputHelp(),
    showAll: () => void written.push(io.stdout.write(allCommandsHelp(root, io.stdout.columns))),
    showOptions: () => void written.push(io.stdout.write(optionsHelp(root, io.stdout.columns))),
  };
  for (const row of COMMAND_TABLE) {
    const command = addCommand(root, row).action(async () => {
      const words = givenWords(command, row);
      const { policyFormat } = words.options;
      if (policyFormat !== undefined)
        (await import("@gatehouse-hooks/local/format-names")).checkFormatOption(policyFormat);
      code = await row.run(await watched(contextOf(words.options, io)), words, line);
    });
  }

  return {
    root,
    async run(args) {
      given = args;
      const words = knownWords(root);
      const word = firstWord(args, words.valued);
      const cure =
        word === undefined
          ? undefined
          : leadOn(
              word,
              root.commands.map((command) => command.name()),
            );
      if (cure !== undefined) throw new UsageError(`unknown command \`${word}\``, cure);
      try {
        await root.parseAsync(withSinglePolicies(args, words), { from: "user" });
      } finally {
        await Promise.all(written);
      }
      return code;
    },
  };
}

/** The command without its commands. */
function rootCommand(io: Io, written: Promise<void>[], colorful: (output: Output) => boolean): Command {
  const root: Command = new Command("gatehouse")
    .description("Decides what an AI agent may do: deny, ask, allow or abstain, and says why.")
    .version(version)
    .configureOutput({
      writeOut: (text) => written.push(io.stdout.write(text)),
      writeErr: (text) => written.push(io.stderr.write(text)),
      // What is wrong is said where all bad usage is.
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => io.stderr.columns ?? HELP_WIDTH,
      getOutHasColors: () => colorful(io.stdout),
      getErrHasColors: () => colorful(io.stderr),
    })
    .configureHelp(helpConfiguration(() => root))
    .exitOverride();
  return root;
}

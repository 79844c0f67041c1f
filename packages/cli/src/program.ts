import { Command } from "commander";
import { addAgentCommands } from "./agent-commands.js";
import { type AddCommand, addCheckCommands, type CommandOptions } from "./check-commands.js";
import { addNewCommands } from "./new-commands.js";
import { addInitOptions, initFlags } from "@gatehouse-hooks/agents/init";
import { addImportCommand } from "./import-command.js";
import {
  exitCode,
  type ExitCode,
  type Io,
  type Output,
  repeated,
  text,
  UsageError,
  version,
  withSinglePolicies,
} from "@gatehouse-hooks/console";
import { addGlobalOptions } from "./global-options.js";
import { described, helpConfiguration, HELP_WIDTH, optionsHelp } from "./help/help-configuration.js";
import { addRecordCommands } from "./record-commands.js";
import { addReplayCommand } from "./replay-command.js";
import { knownWords } from "./known-words.js";
import { paletteFor, PLAIN } from "@gatehouse-hooks/console/print";
import { type Context, contextOf, type GlobalOptions } from "@gatehouse-hooks/local";
import { addServeCommands } from "./serve-commands.js";
import { addTryCommands } from "./try-commands.js";

/** The command line, ready to run once. */
export interface Program {
  /** All commands and options: what the reference and completion are made of. */
  readonly root: Command;
  /** Throws `CommanderError` and `UsageError` for bad usage. */
  run(args: readonly string[]): Promise<ExitCode>;
}

/** Who sits at a terminal, and wants more than rows and plain text, is told how far long work is. */
async function watched(context: Context): Promise<Context> {
  const { io, settings, noticeColors } = context;
  if (io.stderr.columns === undefined || settings.json || noticeColors === PLAIN) return context;
  return { ...context, io: (await import("@gatehouse-hooks/console/progress/progress-io")).progressIo(io) };
}

/**
 * The commands and their options. The code of a command is loaded when it runs: the parser of the condition language
 * and the judge's providers cost more to start than a decision.
 */
export function program(io: Io): Program {
  let code: ExitCode = exitCode.fine;
  let given: readonly string[] = [];
  const written: Promise<void>[] = [];
  const colorful = (output: Output): boolean =>
    paletteFor(output, io.env, !given.includes("--no-color")) !== PLAIN;
  const root: Command = new Command("gatehouse")
    .description("Decides what an AI agent may do: deny, ask, allow or abstain, and says why.")
    .version(version)
    .configureOutput({
      writeOut: (text) => written.push(io.stdout.write(text)),
      writeErr: (text) => written.push(io.stderr.write(text)),
      getOutHelpWidth: () => io.stdout.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => io.stderr.columns ?? HELP_WIDTH,
      getOutHasColors: () => colorful(io.stdout),
      getErrHasColors: () => colorful(io.stderr),
    })
    .configureHelp(helpConfiguration(() => root))
    .exitOverride();

  addGlobalOptions(root);
  // Ours knows codes, too.
  root.helpCommand(false);

  const add: AddCommand = (usage, description, run, more = (command) => command) => {
    more(described(root.command(usage).description(description))).action(async (...actual: unknown[]) => {
      const command = actual.at(-1) as Command;
      const options = command.optsWithGlobals<GlobalOptions & CommandOptions>();
      if (options.policyFormat !== undefined) {
        (await import("@gatehouse-hooks/local/format-names")).checkFormatOption(options.policyFormat);
      }
      const context = contextOf(options, io);
      code = await run(await watched(context), command.processedArgs as (string | undefined)[], options);
    });
  };
  const jsonl = (command: Command): Command =>
    command.option("--jsonl", "JSON Lines: one row of stdin in, one line out");

  addTryCommands(add);
  addNewCommands(add);
  add(
    "cache [action]",
    "show what the store of verdicts holds, that of hooks unless --cache names another; `cache clear` empties it",
    async (context, [action], options) =>
      (await import("@gatehouse-hooks/local/open/cache")).cache(
        context,
        action,
        text(options["scope"]),
        options["cache"] !== undefined || Boolean(context.io.env["GATEHOUSE_CACHE"]),
      ),
    (command) => command.option("--scope <scope>", "with clear: session or global only"),
  );
  add("reload", "load all policies anew, and report what is wrong with them", async (context) =>
    (await import("./commands/reload.js")).reload(context),
  );
  addCheckCommands(add);
  addReplayCommand(add);
  add(
    "lsp",
    "the language server, for an editor that starts it: findings while policies are written, completion, hover, quick fixes",
    async (context, _, options) =>
      (await import("./commands/lsp.js")).lsp(context, (options["host"] ?? []) as readonly string[]),
    (command) =>
      command
        .option("--host <agent>", "what this agent cannot carry out of the policies, too", repeated, [])
        .option("--stdio", "speak on standard input and output, which is how it speaks in any case"),
  );
  add(
    "decide [event]",
    "decide one event (a JSON file, - for stdin, or a shell command as text); exit code 1 on deny",
    async (context, [event], options) =>
      (await import("@gatehouse-hooks/workbench/rows/decide")).decide(context, event, {
        jsonl: options["jsonl"] === true,
        output: text(options["output"]) ?? "decision",
      }),
    (command) => jsonl(command).option("--output <kind>", "decision, or mayros: what its handlers return"),
  );
  add(
    "compile",
    "compile the policies that `decide` would use, and keep them for it; exit code 1 with errors",
    async (context, _, options) =>
      (await import("@gatehouse-hooks/local/store/compile")).compile(context, text(options["out"])),
    (command) => command.option("--out <file>", "write them to this file, too"),
  );
  add(
    "hook <agent>",
    "what an agent starts: its payload on stdin, its answer on stdout (`gatehouse init` installs it)",
    async (context, [agent = ""], options) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { hook } = await import("@gatehouse-hooks/agents/answer-hook");
      const given = options as unknown as GlobalOptions;
      return (await hook(hookContext(io, context.io.cwd, given), agent, {
        interactive: options["interactive"] === true,
        daemon: text(options["daemon"]) ?? "off",
        deadline: text(options["deadline"]),
        plain: false,
      })) as ExitCode;
    },
    (command) =>
      command
        .option("--interactive", "a person is there to answer the agent's questions")
        .option("--deadline <seconds>", "an answer that takes longer is that of a failure")
        .option(
          "--hooks <file>",
          "a module with hooks of your own (relative: below ~/.gatehouse); repeatable",
          repeated,
        )
        .option("--daemon <when>", "auto: ask the daemon, and start it where it does not run; off"),
  );
  addAgentCommands(add);
  add(
    "daemon <action>",
    "start, stop or look at (`status`) the process that answers hooks without starting one for each call",
    async (context, [action = ""], options) =>
      (await import("@gatehouse-hooks/agents/daemon/daemon")).daemon(context, action, {
        idle: text(options["idle"]),
      }),
    (command) =>
      command.option("--idle <minutes>", "with run: end after this time without a call (default: 15)"),
  );
  addServeCommands(add);
  add(
    "facts [command]",
    "what a shell command may do: read, write, delete, send, run; nothing is run",
    async (context, [command], options) =>
      (await import("./commands/facts.js")).facts(context, command, {
        jsonl: options["jsonl"] === true,
        check: text(options["check"]),
      }),
    (command) => jsonl(command).option("--check <table>", "run the tests of a table of programs"),
  );
  add(
    "packs [name]",
    "the packs of policies that a file can extend; with a name: its policies, with examples",
    async (context, [name]) => (await import("./commands/packs.js")).packs(context, name),
  );
  add(
    "eval [expr] [context]",
    "the value of a condition on a context (a JSON file, or - for stdin)",
    async (context, [expr, file], options) =>
      (await import("./commands/eval.js")).evaluate(context, expr, file, options["jsonl"] === true),
    jsonl,
  );
  add(
    "parse-verdict [reply]",
    "read a judge's reply (a file, or - for stdin); exit code 1 when it is none",
    async (context, [file], options) =>
      (await import("./commands/parse-verdict.js")).parseVerdict(context, file, {
        lenient: options["lenient"] === true,
        jsonl: options["jsonl"] === true,
      }),
    (command) => jsonl(command).option("--lenient", "take a verdict out of prose, too"),
  );
  add(
    "load [files...]",
    "show the policies that files hold; exit code 1 on errors",
    async (context, [files], options) =>
      (await import("./commands/load.js")).load(context, (files ?? []) as unknown as readonly string[], {
        format: text(options["format"]),
        jsonl: options["jsonl"] === true,
      }),
    (command) =>
      jsonl(command).option(
        "--format <format>",
        "mayros, gatehouse, docker-agent or mimir (default: by the file's name)",
      ),
  );
  addImportCommand(add);
  add(
    "key [question]",
    "the cache key of a question { event, body, model, context } (a JSON file, or - for stdin)",
    async (context, [file], options) =>
      (await import("./commands/key.js")).key(context, file, options["jsonl"] === true),
    jsonl,
  );
  add(
    "signals [file]",
    "what signals find in messages { signals, texts, prompt? } (a JSON file, or - for stdin)",
    async (context, [file], options) =>
      (await import("@gatehouse-hooks/workbench/rows/signals")).signals(
        context,
        file,
        options["jsonl"] === true,
      ),
    jsonl,
  );
  addRecordCommands(add);

  add(
    "init [agents...]",
    "put Gatehouse's hooks into the settings of agents: shows the change, asks, and tries what it has installed",
    async (context, [agents], options) => {
      const project = text(options["project"]);
      if (project !== undefined && options["user"] === true)
        throw new UsageError(
          "both --user and --project",
          "the settings are the user's or those of a project",
        );
      return (await import("@gatehouse-hooks/agents/init/init")).init(
        context,
        (agents ?? []) as unknown as readonly string[],
        {
          project: project === undefined ? undefined : context.settings.project,
          ...initFlags(options),
        },
      );
    },
    addInitOptions,
  );
  add(
    "doctor [agents...]",
    "whether each agent that is there is guarded, and what keeps it from that; exit code 1 where one is not",
    async (context, [agents], options) =>
      (await import("@gatehouse-hooks/agents/doctor/doctor")).doctor(
        context,
        (agents ?? []) as unknown as readonly string[],
        {
          binary: text(options["binary"]),
          installedOnly: options["installedOnly"] === true,
        },
      ),
    (command) =>
      command
        .option("--installed-only", "pass over agents that are there without hooks of Gatehouse")
        .option("--binary <file>", "what the hooks should start (default: this program)"),
  );
  add(
    "sign [file]",
    "sign a file of the organisation: its bytes, its place in the folder, and a version that goes up",
    async (context, [file], options) =>
      (await import("./commands/sign.js")).sign(context, file, {
        key: text(options["key"]),
        as: text(options["as"]),
        folder: text(options["folder"]),
      }),
    (command) =>
      command
        .option("--key <file>", "the private key (Ed25519, PEM)")
        .option("--as <version>", "the version (default: the next one after that of the signature)")
        .option("--folder <dir>", "the organisation's folder (default: the one of the file)"),
  );
  add(
    "completion <shell>",
    "print a script that completes commands, options and their values: bash, zsh or fish",
    async (context, [shell = ""]) =>
      (await import("./commands/completion.js")).completion(context, shell, root),
  );
  add(
    "help [name]",
    "what a command does, or what the code of an issue means: gatehouse help unknown-key",
    async (context, [name]) => {
      const commands = root.commands.map((command) => command.name());
      const show = (of?: string): void =>
        (root.commands.find((command) => command.name() === of) ?? root).outputHelp();
      return (await import("./commands/help.js")).help(context, name, {
        names: commands,
        show,
        options: () => void written.push(io.stdout.write(optionsHelp(root, io.stdout.columns))),
      });
    },
  );

  return {
    root,
    async run(args) {
      given = args;
      try {
        await root.parseAsync(withSinglePolicies(args, knownWords(root)), { from: "user" });
      } finally {
        await Promise.all(written);
      }
      return code;
    },
  };
}

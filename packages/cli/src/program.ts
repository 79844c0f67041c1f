import { Command } from "commander";
import { addAgentCommands } from "./agent-commands.js";
import { type AddCommand, addCheckCommands, type CommandOptions } from "./check-commands.js";
import { addNewCommands } from "./new-commands.js";
import { addInitOptions, initFlags } from "./init/init-options.js";
import { addImportCommand } from "./import-command.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { addGlobalOptions } from "./global-options.js";
import { described, helpConfiguration, HELP_WIDTH, optionsHelp } from "./help/help-configuration.js";
import type { Io, Output } from "./io.js";
import { repeated, text } from "./option-values.js";
import { addReplayCommand } from "./replay-command.js";
import { withSinglePolicies } from "./policy-words.js";
import { knownWords } from "./known-words.js";
import { paletteFor, PLAIN } from "./print/palette.js";
import { type Context, contextOf, type GlobalOptions } from "./settings.js";
import { addServeCommands } from "./serve-commands.js";
import { addTryCommands } from "./try-commands.js";
import { UsageError } from "./usage-error.js";
import { version } from "./version.js";

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
  return { ...context, io: (await import("./progress/progress-io.js")).progressIo(io) };
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
        (await import("./format-names.js")).checkFormatOption(options.policyFormat);
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
      (await import("./commands/cache.js")).cache(
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
    "decide one event (a JSON file, or - for stdin); exit code 1 on deny",
    async (context, [event], options) =>
      (await import("./commands/decide.js")).decide(context, event, {
        jsonl: options["jsonl"] === true,
        output: text(options["output"]) ?? "decision",
      }),
    (command) => jsonl(command).option("--output <kind>", "decision, or mayros: what its handlers return"),
  );
  add(
    "compile",
    "compile the policies that `decide` would use, and keep them for it; exit code 1 with errors",
    async (context, _, options) =>
      (await import("./commands/compile.js")).compile(context, text(options["out"])),
    (command) => command.option("--out <file>", "write them to this file, too"),
  );
  add(
    "hook <agent>",
    "what an agent starts: its payload on stdin, its answer on stdout (`gatehouse init` installs it)",
    async (context, [agent = ""], options) => {
      const { hookContext } = await import("./hook/hook-context.js");
      const { hook } = await import("./commands/hook.js");
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
      (await import("./commands/daemon.js")).daemon(context, action, { idle: text(options["idle"]) }),
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
      (await import("./jsonl/signals.js")).signals(context, file, options["jsonl"] === true),
    jsonl,
  );
  add(
    "judge <action> [dataset]",
    "`judge eval DATASET.jsonl --policy FILE` measures how well models judge (--model a/x,b/y for several)",
    async (context, [action, dataset], options) => {
      if (action !== "eval")
        throw new UsageError(`no action \`${action ?? ""}\` of judge`, "gatehouse judge eval");
      return (await import("./commands/judge-eval.js")).judgeEval(context, dataset, {
        policy: text(options["policy"]),
        repeat: text(options["repeat"]),
        prices: text(options["prices"]),
      });
    },
    (command) =>
      command
        .option("--policy <file>", "the policy file whose judge is asked")
        .option("--repeat <times>", "ask each question so often, and report disagreement")
        .option("--prices <list>", "input/output prices of a million tokens, for each model: 3/15,0.25/1.25"),
  );

  add(
    "audit [action] [words...]",
    "show the audit trail; `audit verify` tells whether it was changed, `audit query` answers questions in SQL",
    async (context, [action, words], options) =>
      (await import("./commands/audit.js")).audit(
        context,
        action,
        (words ?? []) as unknown as readonly string[],
        {
          kind: text(options["kind"]),
          effect: text(options["effect"]),
          policy: text(options["policy"]),
          event: text(options["event"]),
          session: text(options["session"]),
          since: text(options["since"]),
          limit: text(options["limit"]),
          head: text(options["head"]),
          csv: options["csv"] === true,
          deadline: text(options["deadline"]),
        },
      ),
    (command) =>
      command
        .option("--kind <kind>", "only decision, run, note, open, close, lost or link")
        .option("--effect <effect>", "only decisions with this effect")
        .option("--policy <id>", "only what this policy had a part in")
        .option("--event <name>", "only this event")
        .option("--session <key>", "only this session")
        .option("--since <time>", "only since then, such as 2030-01-31T12:00:00Z")
        .option(
          "--limit <n>",
          "the newest n records (default: 50; 0 for all); with query: rows (default: 1000)",
        )
        .option("--head <hash>", "with verify: this line must still be in the trail")
        .option("--csv", "with query: print the answer as CSV")
        .option("--deadline <seconds>", "with query: give up after this time (default: 60)"),
  );
  add(
    "trust [paths...]",
    "show what the project's policy files would run or set, or trust files as they are now",
    async (context, [paths], options) =>
      (await import("./commands/trust.js")).trust(context, (paths ?? []) as unknown as readonly string[], {
        remove: options["remove"] === true,
        yes: (options["yes"] ?? []) as readonly string[],
      }),
    (command) =>
      command
        .option("--remove", "take the trust back")
        .option(
          "--yes <sha256>",
          "trust the file with this hash without asking; once for each file",
          repeated,
        ),
  );
  add(
    "undo",
    "take back the last change of the project's files that the builtin `snapshot` has recorded",
    async (context, _, options) =>
      (await import("./commands/undo.js")).undo(context, {
        list: options["list"] === true,
        session: text(options["session"]),
      }),
    (command) =>
      command
        .option("--list", "show the recorded changes, and take none back")
        .option("--session <id>", "a change of this session (default: the one that changed files last)"),
  );
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
      return (await import("./commands/init.js")).init(
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
      (await import("./commands/doctor.js")).doctor(context, (agents ?? []) as unknown as readonly string[], {
        binary: text(options["binary"]),
        installedOnly: options["installedOnly"] === true,
      }),
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

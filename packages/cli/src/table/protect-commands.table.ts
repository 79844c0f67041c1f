import { EXAMPLE_AGENT, SECOND_EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import { type ExitCode, UsageError, wholeNumber } from "@gatehouse-hooks/console";
import type { Context } from "@gatehouse-hooks/local";
import type { CommandRow } from "../command-row.js";
import { LOADED, PRINTED, installable, wired } from "../shared-options.table.js";

/** Commands that put Gatehouse before an agent, and what a person does with it then. */
export const PROTECT_COMMANDS: readonly CommandRow[] = [
  {
    usage: "init [agents...]",
    description:
      "put Gatehouse's hooks into the settings of agents: shows the change, asks, and tries what it has installed",
    summary: "put Gatehouse's hooks into the settings of your agents",
    words: { agents: { means: "names of agents (default: those that are installed)", values: installable } },
    options: {
      "--user": "the user's settings (the default; --project DIR: those of that project)",
      "--yes": "do not ask",
      "--undo": "take back what was done: files are as they were, byte for byte",
      "--dry-run": "show what would change, and change nothing",
      "--no-rule": "without the file that switches packs on",
      "--observe":
        "the packs are tried silently: they stop nothing, and `gatehouse log` shows what they would have stopped",
      "--no-probe": "send no call through what was installed",
      "--no-daemon": "start a process for each call, and leave no daemon running",
      "--http": "refused, with the reason: such hooks do not stay closed (docs/init.md)",
      "--binary <file>": "what the hooks start (default: this program)",
    },
    common: ["--project", ...PRINTED],
    examples: [
      { args: ["init", EXAMPLE_AGENT.name, "--dry-run"], does: "show what would be changed" },
      { args: ["init", EXAMPLE_AGENT.name, "--yes", "--no-probe"], does: "change it without a question" },
    ],
    one: "the change was declined, or an agent could not be set up",
    page: "docs/init.md",
    json: {
      version: 1,
      forms: {
        InitJson: "what was done, or with `--dry-run` would be",
        InitDeclinedJson: "when the person said no; exit code 1",
        InitUndoneJson: "with `--undo`",
      },
      example: ["init", EXAMPLE_AGENT.name, "--dry-run", "--no-rule", "--binary", "bin/gatehouse"],
    },
    run: async (context, given) => {
      if (given.text("project") !== undefined && given.has("user"))
        throw new UsageError(
          "both --user and --project",
          "the settings are the user's or those of a project",
        );
      const { initFlags } = await import("@gatehouse-hooks/agents/init");
      return (await import("@gatehouse-hooks/agents/init/init")).init(context, given.list(0), {
        project: given.text("project") === undefined ? undefined : context.settings.project,
        ...initFlags(given.all),
      });
    },
  },
  {
    usage: "doctor [agents...]",
    description:
      "whether each agent that is there is guarded, and what keeps it from that; exit code 1 where one is not",
    summary: "are your agents guarded? tries each hook",
    words: { agents: { means: "names of agents (default: those that are installed)", values: installable } },
    options: {
      "--installed-only": "pass over agents that are there without hooks of Gatehouse",
      "--binary <file>": "what the hooks should start (default: this program)",
      "--watch": "look again when a settings file of an agent with hooks changes; Ctrl-C ends",
    },
    common: ["--project", ...PRINTED],
    examples: [
      { args: ["doctor"], does: "every agent that is installed" },
      { args: ["doctor", EXAMPLE_AGENT.name, "--json"], does: "one agent, for a program", exit: 1 },
    ],
    one: "a hook is missing or does not answer",
    page: "docs/init.md",
    json: {
      version: 1,
      forms: { DoctorJson: "always" },
      example: ["doctor", EXAMPLE_AGENT.name, "--binary", "bin/gatehouse"],
    },
    run: async (context, given) => {
      const { doctor } = await import("@gatehouse-hooks/agents/doctor/doctor");
      const run = (again: Context): Promise<ExitCode> =>
        doctor(again, given.list(0), {
          binary: given.text("binary"),
          installedOnly: given.has("installedOnly"),
        });
      if (!given.has("watch")) return run(context);
      const { watchCommand } = await import("@gatehouse-hooks/workbench/watch/watch-command");
      return watchCommand(context, { format: "text", files: [], run });
    },
  },
  {
    usage: "status",
    description:
      "whether everything is in place, in one screen: which agents have the hooks, how many rules are in force, what waits, what was decided last",
    summary: "is everything in place? in one screen, or a line for a prompt",
    options: {
      "--line": "one line, for the prompt of a shell; policies are not read, so it is quick",
    },
    common: ["--project", ...PRINTED],
    examples: [
      { args: ["status"], does: "in one screen" },
      { args: ["status", "--line"], does: "in one line" },
    ],
    page: "docs/init.md#off-for-a-while",
    json: { version: 1, forms: { StatusJson: "always" }, example: ["status", "--line"] },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/agents/state/status")).status(context, { line: given.has("line") }),
  },
  {
    usage: "off",
    description:
      "switch the rules of this machine off for a while, from a terminal of your own: they stop nothing, and `gatehouse log` shows what they would have stopped",
    summary: "switch the rules off for a while",
    options: {
      "--for <time>": { means: "how long, 8 hours at most: `30m`, `2h`", values: "text", default: "30m" },
    },
    common: [...PRINTED],
    examples: [
      { args: ["off"], does: "for half an hour; without a terminal it is refused", exit: 1 },
      { args: ["off", "--for", "2h"], does: "for two hours", exit: 1 },
    ],
    one: "the question was declined, or there is no terminal to ask it on",
    page: "docs/init.md#off-for-a-while",
    json: { version: 1, forms: { SwitchedJson: "also when the person said no; exit code 1" } },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/agents/state/switch-rules")).switchOff(
        context,
        given.text("for") ?? "30m",
      ),
  },
  {
    usage: "trust [paths...]",
    description: "show what the project's policy files would run or set, or trust files as they are now",
    summary: "show what a project's files would run or set, and trust them",
    words: { paths: "files or folders to trust as they are now" },
    options: {
      "--remove": "take the trust back",
      "--code": "the project's own code (npm test, make, its scripts) may run, as it is defined now",
      "--yes <sha256>": {
        means: "trust the file with this hash without asking; once for each file",
        values: "text",
        repeated: true,
      },
    },
    common: ["--project", "--config", "--audit", ...PRINTED],
    examples: [
      { args: ["trust"], does: "the project's files, and what acts in them" },
      { args: ["trust", ".gatehouse/rules.yaml", "--remove"], does: "take the trust back" },
    ],
    one: "the question was declined",
    page: "packages/cli/README.md#files-that-may-not-act-yet",
    json: {
      version: 1,
      forms: {
        TrustJson:
          "the files as they are then; also when the person said no (exit code 1), and where there is no terminal to ask on (exit code 2)",
        TrustRemovedJson: "with `--remove`",
      },
      example: ["trust"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/local/trust/trust")).trust(context, given.list(0), {
        remove: given.has("remove"),
        code: given.has("code"),
        yes: given.texts("yes"),
        asking: async () =>
          await (await import("@gatehouse-hooks/agents/approvals")).askedCalls(context.io.home).asking(),
      }),
  },
  {
    usage: "try [command...]",
    description:
      "what an agent would be answered that wants to run a shell command here, why, and what would pass; nothing is run; exit code 1 on deny",
    summary: "would this command be stopped? says why, and what would pass",
    words: { command: { means: "the command as one string, in quotes", values: "text" } },
    options: {
      "--as <agent>": { means: "the agent that wants to run it", values: wired, default: EXAMPLE_AGENT.name },
    },
    common: [...LOADED, "--unknown-events", ...PRINTED],
    examples: [
      { args: ["try", "git push --force"], does: "as Claude Code's hook would answer", exit: 1 },
      {
        args: ["try", "--as", SECOND_EXAMPLE_AGENT.name, "--json", "ls"],
        does: `as ${SECOND_EXAMPLE_AGENT.title}'s, for a program`,
      },
    ],
    one: "it is denied",
    page: "docs/try.md",
    json: { version: 1, forms: { TriedCommand: "always" }, example: ["try", "git push --force"] },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/explain")).tryCommand(
        context.io,
        given.options,
        given.list(0),
        given.text("as") ?? EXAMPLE_AGENT.name,
      ),
  },
  {
    usage: "why [number]",
    description:
      "why the last call was denied, asked about or allowed that an agent made; with 2, the one before it",
    summary: "why the last call was denied or asked about",
    words: { number: { means: "2: the one before it (default: 1)", values: "text" } },
    common: [...PRINTED],
    examples: [
      { args: ["why"], does: "the last one" },
      { args: ["why", "--json"], does: "the same, for a program" },
    ],
    page: "docs/try.md#why-was-it-stopped",
    json: { version: 1, forms: { WhyJson: "always" } },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/recent/why")).why(
        context,
        wholeNumber("NUMBER", given.word(0), { least: 1, most: 10_000, otherwise: 1 }),
      ),
  },
  {
    usage: "log",
    description:
      "the last decisions that agents got and that were not abstain, without secrets; kept on this machine only",
    summary: "the last decisions that agents got",
    options: {
      "--last <number>": { means: "how many, at most", values: "text", default: "20" },
      "--clear": "forget those that are kept",
      "--off": "keep none from now on, of any agent",
      "--on": "keep them again",
    },
    common: [...PRINTED],
    examples: [
      { args: ["log"], does: "the last twenty" },
      { args: ["log", "--last", "5", "--json"], does: "five, for a program" },
    ],
    page: "docs/try.md#why-was-it-stopped",
    json: { version: 1, forms: { LogJson: "always" } },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/recent/log")).log(context, {
        last: wholeNumber("--last", given.text("last"), { least: 1, most: 10_000, otherwise: 20 }),
        clear: given.has("clear"),
        off: given.has("off"),
        on: given.has("on"),
      }),
  },
  {
    usage: "approve [code]",
    description:
      "list the calls that wait for a person, or show one and let it happen once, or from now on; the code is in the deny that the agent got",
    summary: "let a call that waits for a person happen once",
    words: {
      code: { means: "the code in the deny that the agent got (default: list what waits)", values: "text" },
    },
    options: {
      "--always":
        "let it pass from now on: shows the smallest exception as a patch, and writes it; also of a decision, by its number in log",
    },
    common: [...PRINTED],
    examples: [
      { args: ["approve"], does: "the calls that wait" },
      { args: ["approve", "--json"], does: "the same, for a program" },
    ],
    one: "the question was declined",
    page: "docs/hook.md",
    json: {
      version: 1,
      forms: {
        WaitingCallsJson: "without a code",
        ApproveJson: "with a code; exit code 1 when the person said no",
      },
    },
    run: async (context, given) =>
      given.has("always")
        ? await (
            await import("@gatehouse-hooks/workbench/always/approve-always")
          ).approveAlways(context, given.options, given.word(0))
        : await (
            await import("@gatehouse-hooks/agents/approvals/approve")
          ).approveCall(context, given.word(0)),
  },
  {
    usage: "undo",
    description: "take back the last change of the project's files that the builtin `snapshot` has recorded",
    summary: "revert the files that an agent changed last",
    options: {
      "--list": "show the recorded changes, and take none back",
      "--session <id>": {
        means: "a change of this session (default: the one that changed files last)",
        values: "text",
      },
    },
    common: ["--project", ...PRINTED],
    examples: [
      { args: ["undo", "--list"], does: "the changes that the builtin `snapshot` recorded" },
      { args: ["undo", "--list", "--json"], does: "the same, for a program" },
    ],
    one: "git could not bring the files back",
    page: "packages/commands/README.md",
    json: { version: 1, forms: { UndoJson: "without `--list`", UndoListJson: "with `--list`" } },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/agents/init/undo")).undo(context, {
        list: given.has("list"),
        session: given.text("session"),
      }),
  },
];

import { EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import type { CommandRow } from "../command-row.js";
import { JSONL, PRINTED, checkable } from "../shared-options.table.js";

const NEW_RULE_START = [
  "new",
  "no-force-push",
  "--stop",
  "command",
  "--of",
  "git push --force",
  "--effect",
  "deny",
];
const NEW_RULE = [...NEW_RULE_START, "--reason", "people push with force, agents do not"];

/** Commands that help to write policies. */
export const WRITE_COMMANDS: readonly CommandRow[] = [
  {
    usage: "packs [name]",
    description: "the packs of policies that a file can extend; with a name: its policies, with examples",
    summary: "the packs of policies that a file can extend",
    words: {
      name: {
        means: "a pack: its policies, with examples",
        values: async () => (await import("@gatehouse-hooks/hosts")).packs().map(({ name }) => name),
      },
    },
    common: [...PRINTED],
    examples: [
      { args: ["packs"], does: "all packs" },
      { args: ["packs", "git"], does: "the policies of one" },
    ],
    page: "docs/packs.md",
    json: { version: 1, forms: { PacksJson: "without a name", Pack: "with a name" } },
    run: async (context, given) => (await import("../commands/packs.js")).showPacks(context, given.word(0)),
  },
  {
    usage: "facts [command]",
    description: "what a shell command may do: read, write, delete, send, run; nothing is run",
    summary: "what a shell command may do; nothing is run",
    words: { command: { means: "a shell command; quote it", values: "text" } },
    options: {
      ...JSONL,
      "--check <table>": "run the tests of a table of programs",
    },
    common: [...PRINTED],
    examples: [
      { args: ["facts", "git push --force origin main"], does: "what conditions see as `facts`" },
      { args: ["facts", "--json", "curl example.com | sh"], does: "the same, for a program" },
    ],
    one: "with --check: a test of the table fails",
    page: "docs/facts.md",
    json: {
      version: 1,
      forms: { Facts: "with a command", CheckTableJson: "with `--check`; exit code 1 when `ok` is `false`" },
      example: ["facts", "rm -rf build"],
    },
    jsonl: { version: 1, forms: { FactsAnswer: "a row" } },
    run: async (context, given) =>
      (await import("../commands/facts.js")).facts(context, given.word(0), {
        jsonl: given.has("jsonl"),
        check: given.text("check"),
      }),
  },
  {
    usage: "eval [expr] [context]",
    description: "the value of a condition on a context (a JSON file, or - for stdin)",
    summary: "the value of a condition on a context",
    words: {
      expr: { means: "a condition; quote it", values: "text" },
      context: "a JSON file, or - for standard input",
    },
    options: {
      ...JSONL,
    },
    common: [...PRINTED],
    examples: [
      {
        args: ["eval", 'params.command.includes("--force")', "event.json"],
        does: "a condition on an event",
      },
      { args: ["eval", "a > 1", "-"], stdin: '{"a":2}', does: "a condition on what is piped" },
    ],
    otherExits: "2: the condition does not parse, bad usage or unreadable input",
    page: "packages/condition/README.md",
    json: { version: 1, forms: { EvalAnswer: "always; exit code 2 when `ok` is `false`" } },
    jsonl: { version: 1, forms: { EvalAnswer: "always; exit code 2 when `ok` is `false`" } },
    run: async (context, given) =>
      (await import("../commands/eval.js")).evaluate(
        context,
        given.word(0),
        given.word(1),
        given.has("jsonl"),
      ),
  },
  {
    usage: "lsp",
    description:
      "the language server, for an editor that starts it: findings while policies are written, completion, hover, quick fixes",
    summary: "the language server, for an editor that starts it",
    options: {
      "--host <agent>": {
        means: "what this agent cannot carry out of the policies, too",
        values: checkable,
        repeated: true,
      },
      "--stdio": "speak on standard input and output, which is how it speaks in any case",
    },
    common: ["--project", "--config", "--enforced", "--agent", "--compat"],
    examples: [
      { args: ["lsp", "--stdio"], does: "what an editor starts", exit: 1 },
      { args: ["lsp", "--host", EXAMPLE_AGENT.name], does: "and what that agent cannot carry out", exit: 1 },
    ],
    one: "standard input ended before the editor said `exit`",
    page: "docs/editors.md",
    json: "it speaks the protocol of the editor",
    answersOnly: true,
    run: async (context, given) => (await import("../commands/lsp.js")).lsp(context, given.texts("host")),
  },
  {
    usage: "new [id]",
    description:
      "write a policy with tests into a file of its own: asks what to stop, or takes it from options",
    summary: "write a rule with tests: three questions, or options",
    words: {
      id: { means: "the name of the rule, and of its file (default: what it stops)", values: "text" },
    },
    options: {
      "--stop <kind>": {
        means: "what to stop: command, write, read, mcp, network, or tool",
        values: async () =>
          (await import("@gatehouse-hooks/workbench/new")).STOP_KINDS.map(({ name }) => name),
      },
      "--of <text>": {
        means: "which: a command, a path, SERVER/TOOL, a host, or a tool's name",
        values: "text",
      },
      "--from-last": "stop what an agent did last, as gatehouse why shows it, from now on",
      "--effect <effect>": {
        means: "what it answers: deny, ask, or warn",
        values: async () => (await import("@gatehouse-hooks/workbench/new")).RULE_EFFECTS,
      },
      "--reason <text>": { means: "the reason, which the agent reads", values: "text" },
      "--user": "below the home folder, for all projects",
    },
    common: ["--project", ...PRINTED],
    examples: [
      {
        args: NEW_RULE,
        does: "a rule that denies a command",
      },
      {
        args: [
          "new",
          "env-files",
          "--stop",
          "write",
          "--of",
          "**/.env",
          "--effect",
          "ask",
          "--reason",
          "secrets",
        ],
        does: "a rule that asks before a file is written",
      },
    ],
    one: "the person gave no answer: nothing was written",
    page: "docs/guide/first-rule.md",
    json: {
      version: 1,
      forms: { NewJson: "always; exit code 1 when `written` is `false`" },
      example: [...NEW_RULE_START, "--reason", "people push with force"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/new/new")).newPolicy(context, given.word(0), {
        stop: given.text("stop"),
        of: given.text("of"),
        effect: given.text("effect"),
        reason: given.text("reason"),
        fromLast: given.has("fromLast"),
        user: given.has("user"),
      }),
  },
  {
    usage: "import [files...]",
    description:
      "policies of the rules of other agents: permissions, hookify, .rules, hooks; says what could not be kept",
    summary: "policies of the rules of other agents",
    words: { files: "rule files (default: those of the project and of the home folder)" },
    options: {
      "--from <name>": {
        means: "whose rules the files hold, where their names do not tell",
        values: async () => (await import("@gatehouse-hooks/hosts/import")).IMPORTERS.map(({ name }) => name),
      },
      "--out <file>": "write here (default: .gatehouse/imported.yaml of the project or of the user)",
      "--dry-run": "print the policies, and write nothing",
      "--force": "write over a file that is there",
    },
    common: ["--project", ...PRINTED],
    examples: [
      {
        args: ["import", ".claude/settings.json", "--dry-run"],
        does: "show what would become of Claude Code's permissions",
      },
      {
        args: ["import", ".claude/settings.json", "--out", "imported.yaml"],
        does: "write them as policies with tests",
      },
    ],
    one: "a file could not be read as a whole, or a rule that denies or asks is not kept",
    page: "docs/guide/migrating.md",
    json: {
      version: 1,
      forms: {
        ImportJson:
          "always; exit code 1 when a file could not be read as a whole, or a rule that denies or asks is not kept",
      },
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/import/import")).importInto(context, given.list(0), {
        from: given.text("from"),
        out: given.text("out"),
        dryRun: given.has("dryRun"),
        force: given.has("force"),
      }),
  },
];

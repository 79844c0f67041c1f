import { EXAMPLE_AGENT } from "@gatehouse-hooks/hosts/agents";
import { UsageError } from "@gatehouse-hooks/console";
import type { CommandRow } from "../command-row.js";
import { HOOKS, LOADED, PRINTED, checkable } from "../shared-options.table.js";

const PUSH = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}';

/** Commands that say what policies do. */
export const CHECK_COMMANDS: readonly CommandRow[] = [
  {
    usage: "check [paths...]",
    description:
      "report every issue of policy files, and with --host what an agent cannot carry out; exit code 1 on errors",
    summary: "every issue of policy files, and what they cannot do",
    words: { paths: "files, folders or projects (default: what is in force here)" },
    options: {
      "--host <agent>": {
        means:
          "what this agent cannot carry out of the policies: a name, a list with commas, all, or installed",
        values: checkable,
        repeated: "commas",
      },
      "--tools <[server=]file>": {
        means:
          "what an MCP server answers to `tools/list`: the types of its tools' arguments; may be repeated",
        repeated: true,
      },
      "--fix":
        "write the cures that are certain into the files of the project and the user: a misspelt word, a missing key",
      "--interactive": "with --host: a person is there to answer the agent's questions",
      "--conflicts": "report static policies that allow and deny some of the same events, too",
      "--box":
        "how much of each policy a box of the kernel's holds, with a call that shows what it does not (docs/box.md)",
      "--format <format>": {
        means: "text, json, sarif, junit, or github: how the report is written",
        values: async () => (await import("@gatehouse-hooks/workbench/report-formats")).CHECK_FORMATS,
        default: "text",
      },
      "--watch": "run again when a file that was read changes, or a new one is there; Ctrl-C ends",
      "--fail-on <severity>": {
        means: "what makes the exit code 1: error, warning, or never",
        values: ["error", "warning", "never"],
        default: "error",
      },
    },
    common: [...LOADED, ...PRINTED],
    examples: [
      { args: ["check"], does: "what is in force here" },
      {
        args: ["check", ".gatehouse", "--host", EXAMPLE_AGENT.name, "--format", "sarif"],
        does: "what that agent cannot carry out, for code scanning",
      },
    ],
    one: "there are errors (--fail-on warning: or warnings)",
    page: "docs/check.md",
    json: {
      version: 1,
      forms: { CheckJson: "always; also with `--format json`" },
      example: ["check", "wrong.yaml"],
    },
    run: async (context, given) => (await import("../commands/check.js")).check(context, given),
  },
  {
    usage: "test [paths...]",
    description:
      "run the tests of policy files, folders and projects; with parts of an event, try each policy on it; a .mjs or .ts file: the inline tests of the hooks that it exports",
    summary: "run the tests of policies, or try them on an event",
    words: {
      paths:
        "files, folders or projects (default: what is in force here); a .mjs or .ts file with hooks by itself",
    },
    options: {
      "--require-tests": "each static deny or ask needs an event that it stops and one that it lets pass",
      "--coverage": "print which policies and which parts of conditions the tests have not shown",
      "--format <format>": {
        means: "text, json or junit: how the results are written",
        values: async () => (await import("@gatehouse-hooks/workbench/report-formats")).TEST_FORMATS,
        default: "text",
      },
      "--watch": "run again when a file that was read changes, or a new one is there; Ctrl-C ends",
      "--verbose": "show the tests that pass, and try each policy on an event",
      "--event <name>": {
        means: "try each policy on this event (default: the first one of each policy)",
        values: "text",
      },
      "--tool <name>": { means: "the tool of that event (default: exec)", values: "text" },
      "--params <json>": { means: "the tool's parameters (default: {})", values: "text" },
      "--live": "ask the judge of that event, too",
    },
    common: [...LOADED, "--model", "--sandbox", ...PRINTED],
    examples: [
      { args: ["test", ".gatehouse", "--coverage"], does: "all tests, and what they leave out" },
      {
        args: [
          "test",
          ".gatehouse/rules.yaml",
          "--tool",
          "Bash",
          "--params",
          '{"command":"git push --force"}',
        ],
        does: "try each policy on a call",
      },
    ],
    one: "a test fails, a file has errors, or there are no tests",
    page: "docs/testing.md",
    json: {
      version: 1,
      forms: {
        TestReport: "with policy files; also with `--format json`",
        HookTestsJson: "with a file of hooks (`.mjs`, `.ts`)",
      },
      example: ["test", ".gatehouse"],
    },
    run: async (context, given) => (await import("../commands/test.js")).test(context, given),
  },
  {
    usage: "explain [event]",
    description:
      "why an event (a JSON file, - for stdin, or a shell command as text) is answered as it is, and what would change that; nothing is asked or run",
    summary: "why an event is answered as it is, and what would change that",
    words: { event: "a JSON file, - for standard input, or a shell command as text" },
    options: {
      "--live": "ask judges and run commands, as decide does",
    },
    common: [...LOADED, ...HOOKS, "--unknown-events", "--model", "--sandbox", ...PRINTED],
    examples: [
      { args: ["explain", "event.json"], does: "an event of a file" },
      { args: ["explain", "-"], stdin: PUSH, does: "an event that is piped" },
    ],
    page: "docs/testing.md#why",
    json: { version: 1, forms: { ExplainedEvent: "always" } },
    run: async (context, given) =>
      (await import("../commands/explain.js")).explainAnswer(context, given.word(0), {
        live: given.has("live"),
      }),
  },
  {
    usage: "diff <old> <new>",
    description:
      "the decisions that a change of policies changes: files, folders, or git revisions; exit code 1 when one becomes looser",
    summary: "the decisions that a change of policies changes",
    words: { old: "a file, a folder, a project or a git revision", new: "the same, after the change" },
    options: {
      "--allow-loosening": "decisions may become looser: that is meant",
      "--markdown": "print a table for a pull request",
    },
    common: ["--project", "--on-load-error", ...PRINTED],
    examples: [
      { args: ["diff", "old.yaml", "new.yaml"], does: "what became stricter or looser", exit: 1 },
      {
        args: ["diff", "old.yaml", "new.yaml", "--allow-loosening", "--markdown"],
        does: "a table for a pull request",
      },
    ],
    one: "a decision becomes looser, or a side has errors",
    page: "docs/check.md",
    json: { version: 1, forms: { DiffJson: "always; exit code 1 when `ok` is `false`" } },
    run: async (context, given) =>
      (await import("../commands/diff.js")).diff(context, given.word(0) ?? "", given.word(1) ?? "", {
        allowLoosening: given.has("allowLoosening"),
        markdown: given.has("markdown"),
      }),
  },
  {
    usage: "replay [logs...]",
    description:
      "what the policies would have decided on the events of logs; with --against, what others would; exit code 1 when these are looser somewhere",
    summary: "what policies would have decided on the events of logs and sessions",
    words: { logs: "files and folders of events, audit trails and agents' sessions, or - for stdin" },
    options: {
      "--agents": "read the sessions that the agents of this user keep, too",
      "--against <path>": "other policies to compare: a file, a folder or a git revision",
      "--allow-loosening": "the other policies may be looser: that is meant",
      "--suggest":
        "propose changes of the policies where persons had decided otherwise, as patches; nothing is written",
      "--live": "ask the judge what no record answers, each question once, within a budget",
      "--budget <amount>": { means: "what --live may cost, in the unit of the prices", values: "text" },
      "--prices <in/out>": {
        means: "what a million tokens cost, for all models or as MODEL=IN/OUT, …",
        values: "text",
      },
      "--jobs <n>": { means: "how many threads replay at once (default: one for each core)", values: "text" },
      "--examples <n>": { means: "how many events are kept of each group (default: 5)", values: "text" },
      "--queue <redis>": {
        means: "workers replay: `gatehouse replay worker --queue <redis> [folders...]`, on any machines",
        values: "text",
      },
      "--lost-after <seconds>": {
        means: "a worker silent for so long is lost (default: 30)",
        values: "text",
      },
      "--state <file>": "keep what is done in this file, and go on from it",
      "--skip-unknown": "files of no known format are left out, and the exit code is not 2 for them",
      "--markdown": "print tables for a pull request",
      "--html <file>": "write the report as a page, too, which needs nothing beside it",
      "--parquet <file>": "write a row for each event, too, as Parquet (needs DuckDB)",
      "--anonymise": "replace paths, names of users and hosts by words, the same thing by the same word",
    },
    common: [...LOADED, "--cache", ...PRINTED],
    examples: [
      { args: ["replay", "calls.jsonl"], does: "what your policies would have decided" },
      {
        args: ["replay", "calls.jsonl", "--policies", "old.yaml", "--against", "new.yaml"],
        does: "the decisions that a change would have changed",
        exit: 1,
      },
    ],
    one: "the other policies are looser on an event of the log",
    page: "docs/replay.md",
    json: {
      version: 1,
      forms: { ReplayJson: "always" },
      example: ["replay", "calls.jsonl", "--policies", "old.yaml", "--against", "new.yaml"],
    },
    run: async (context, given) => (await import("../commands/replay.js")).replay(context, given),
  },
  {
    usage: "list",
    description:
      "show the rules in force by their files, a line each in the order in which they run, and which do nothing and why",
    summary: "the rules in force, a line each",
    options: {
      "--verbose": "show when each applies, what it runs, its priority and its place, too",
      "--host <agent>": {
        means: "tell what this agent never asks for, too: a name, all, or installed; repeatable",
        values: checkable,
        repeated: true,
      },
      "--hooks <file>": {
        means: "with the hooks of this module, as `gatehouse hook` would have them; repeatable",
        repeated: true,
      },
      "--conditions": "the whole condition of each policy: what its sets and effects are compiled to",
    },
    common: [...LOADED, ...HOOKS, "--model", ...PRINTED],
    examples: [
      { args: ["list"], does: "what is in force here" },
      { args: ["list", "--policies", "rules.yaml", "--json"], does: "one policy file, for a program" },
    ],
    page: "packages/cli/README.md#where-policies-come-from",
    json: { version: 1, forms: { ListJson: "always" }, example: ["list", "--policies", "rules.yaml"] },
    run: async (context, given) => {
      const { withHooks, withTrial } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { list } = await import("../commands/list.js");
      const hooks = given.texts("hooks");
      const shown = { verbose: given.has("verbose"), conditions: given.has("conditions") };
      return await list(
        withTrial(withHooks(context, hooks.length === 0 ? undefined : hooks)),
        given.texts("host"),
        shown,
      );
    },
  },
  {
    usage: "judge <action> [dataset]",
    description:
      "`judge eval DATASET.jsonl --policy FILE` measures how well models judge (--model a/x,b/y for several)",
    summary: "`judge eval` measures how well models judge events",
    words: { action: { means: "eval", values: ["eval"] }, dataset: "labelled events, a JSON row each" },
    options: {
      "--policy <file>": "the policy file whose judge is asked",
      "--repeat <times>": { means: "ask each question so often, and report disagreement", values: "text" },
      "--prices <list>": {
        means: "input/output prices of a million tokens, for each model: 3/15,0.25/1.25",
        values: "text",
      },
    },
    common: ["--model", "--config", ...PRINTED],
    examples: [
      {
        args: ["judge", "eval", "cases.jsonl", "--policy", "judge.md", "--model", "openai/gpt-5-mini"],
        does: "accuracy, false allows and cost of a model (exit code 1: without its key)",
        exit: 1,
      },
      {
        args: ["judge", "eval", "cases.jsonl", "--policy", "judge.md", "--repeat", "3", "--json"],
        does: "and how often it disagrees with itself",
        exit: 1,
      },
    ],
    one: "no question was answered",
    page: "packages/judge/README.md",
    json: { version: 1, forms: { JudgeEvalJson: "`judge eval`; exit code 1 when no question was answered" } },
    run: async (context, given) => {
      if (given.word(0) !== "eval")
        throw new UsageError(`no action \`${given.word(0) ?? ""}\` of judge`, "gatehouse judge eval");
      return (await import("@gatehouse-hooks/workbench/judge/judge-eval")).judgeEval(context, given.word(1), {
        policy: given.text("policy"),
        repeat: given.text("repeat"),
        prices: given.text("prices"),
      });
    },
  },
];

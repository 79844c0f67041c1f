import type { CommandHelp } from "./command-help.js";

/** Where policies come from. */
const PLACES = [
  "--project",
  "--config",
  "--policies",
  "--policy-format",
  "--enforced",
  "--agent",
  "--compat",
] as const;
/** What loading makes of them. */
const LOADED = [...PLACES, "--on-load-error"] as const;
/** Commands of docker-agent's command line. */
const HOOKS = [
  "--hook-pre-tool-use",
  "--hook-post-tool-use",
  "--hook-session-start",
  "--hook-session-end",
  "--hook-on-user-input",
  "--hook-stop",
] as const;
/** What a decision may need. */
const DECIDING = [
  ...LOADED,
  ...HOOKS,
  "--unknown-events",
  "--model",
  "--cache",
  "--store",
  "--sandbox",
  "--audit",
  "--audit-required",
] as const;
const PRINTED = ["--json", "--no-color"] as const;

const PUSH = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}';
const CALL =
  '{"hook_event_name":"PreToolUse","session_id":"s1","cwd":"/work","tool_name":"Bash","tool_input":{"command":"ls"}}';

/** The help of every command, in the order in which it is told. Examples run in the folder of `test/help/example-files.ts`. */
export const COMMAND_HELP: readonly CommandHelp[] = [
  {
    name: "init",
    group: "protect",
    summary: "put Gatehouse's hooks into the settings of agents",
    words: { agents: "names of agents (default: those that are installed)" },
    options: ["--project", ...PRINTED],
    examples: [
      { args: ["init", "claude-code", "--dry-run"], does: "show what would be changed" },
      { args: ["init", "claude-code", "--yes", "--no-probe"], does: "change it without a question" },
    ],
    one: "the change was declined, or an agent could not be set up",
    page: "docs/init.md",
  },
  {
    name: "doctor",
    group: "protect",
    summary: "whether agents' hooks are installed and answer",
    words: { agents: "names of agents (default: those that are installed)" },
    options: ["--project", ...PRINTED],
    examples: [
      { args: ["doctor"], does: "every agent that is installed" },
      { args: ["doctor", "claude-code", "--json"], does: "one agent, for a program", exit: 1 },
    ],
    one: "a hook is missing or does not answer",
    page: "docs/init.md",
  },
  {
    name: "trust",
    group: "protect",
    summary: "show what a project's files would run or set, and trust them",
    words: { paths: "files or folders to trust as they are now" },
    options: ["--project", "--config", "--audit", ...PRINTED],
    examples: [
      { args: ["trust"], does: "the project's files, and what acts in them" },
      { args: ["trust", ".gatehouse/rules.yaml", "--remove"], does: "take the trust back" },
    ],
    one: "the question was declined",
    page: "packages/cli/README.md#files-that-may-not-act-yet",
  },
  {
    name: "approve",
    group: "protect",
    summary: "let a call that waits for a person happen once",
    words: { code: "the code in the deny that the agent got (default: list what waits)" },
    options: [...PRINTED],
    examples: [
      { args: ["approve"], does: "the calls that wait" },
      { args: ["approve", "--json"], does: "the same, for a program" },
    ],
    one: "the question was declined",
    page: "docs/hook.md",
  },
  {
    name: "undo",
    group: "protect",
    summary: "take back an agent's last change of files",
    options: ["--project", ...PRINTED],
    examples: [
      { args: ["undo", "--list"], does: "the changes that the builtin `snapshot` recorded" },
      { args: ["undo", "--list", "--json"], does: "the same, for a program" },
    ],
    one: "git could not bring the files back",
    page: "packages/commands/README.md",
  },
  {
    name: "packs",
    group: "write",
    summary: "the packs of policies that a file can extend",
    words: { name: "a pack: its policies, with examples" },
    options: [...PRINTED],
    examples: [
      { args: ["packs"], does: "all packs" },
      { args: ["packs", "git"], does: "the policies of one" },
    ],
    page: "docs/packs.md",
  },
  {
    name: "facts",
    group: "write",
    summary: "what a shell command may do; nothing is run",
    words: { command: "a shell command; quote it" },
    options: [...PRINTED],
    examples: [
      { args: ["facts", "git push --force origin main"], does: "what conditions see as `facts`" },
      { args: ["facts", "--json", "curl example.com | sh"], does: "the same, for a program" },
    ],
    one: "with --check: a test of the table fails",
    page: "docs/facts.md",
  },
  {
    name: "eval",
    group: "write",
    summary: "the value of a condition on a context",
    words: { expr: "a condition; quote it", context: "a JSON file, or - for standard input" },
    options: [...PRINTED],
    examples: [
      {
        args: ["eval", 'params.command.includes("--force")', "event.json"],
        does: "a condition on an event",
      },
      { args: ["eval", "a > 1", "-"], stdin: '{"a":2}', does: "a condition on what is piped" },
    ],
    otherExits: "2: the condition does not parse, bad usage or unreadable input",
    page: "packages/condition/README.md",
  },
  {
    name: "lsp",
    group: "write",
    summary: "the language server, for an editor that starts it",
    options: ["--project", "--config", "--enforced", "--agent", "--compat"],
    examples: [
      { args: ["lsp", "--stdio"], does: "what an editor starts", exit: 1 },
      { args: ["lsp", "--host", "claude-code"], does: "and what that agent cannot carry out", exit: 1 },
    ],
    one: "standard input ended before the editor said `exit`",
    page: "docs/editors.md",
  },
  {
    name: "new",
    group: "write",
    summary: "write a rule with tests: three questions, or options",
    words: { id: "the name of the rule, and of its file (default: what it stops)" },
    options: ["--project", ...PRINTED],
    examples: [
      {
        args: [
          "new",
          "no-force-push",
          "--stop",
          "command",
          "--of",
          "git push --force",
          "--effect",
          "deny",
          "--reason",
          "people push with force, agents do not",
        ],
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
  },
  {
    name: "import",
    group: "write",
    summary: "policies of the rules of other agents",
    words: { files: "rule files (default: those of the project and of the home folder)" },
    options: ["--project", ...PRINTED],
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
    one: "a file could not be read as a whole",
    page: "docs/guide/migrating.md",
  },
  {
    name: "check",
    group: "check",
    summary: "every issue of policy files, and what they cannot do",
    words: { paths: "files, folders or projects (default: what is in force here)" },
    options: [...LOADED, ...PRINTED],
    examples: [
      { args: ["check"], does: "what is in force here" },
      {
        args: ["check", ".gatehouse", "--host", "claude-code", "--format", "sarif"],
        does: "what that agent cannot carry out, for code scanning",
      },
    ],
    one: "there are errors (--fail-on warning: or warnings)",
    page: "docs/check.md",
  },
  {
    name: "test",
    group: "check",
    summary: "run the tests of policies, or try them on an event",
    words: {
      paths:
        "files, folders or projects (default: what is in force here); a .mjs or .ts file with hooks by itself",
    },
    options: [...LOADED, "--model", "--sandbox", ...PRINTED],
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
  },
  {
    name: "explain",
    group: "check",
    summary: "why an event is answered as it is, and what would change that",
    words: { event: "a JSON file, or - for standard input" },
    options: [...LOADED, ...HOOKS, "--unknown-events", "--model", "--sandbox", ...PRINTED],
    examples: [
      { args: ["explain", "event.json"], does: "an event of a file" },
      { args: ["explain", "-"], stdin: PUSH, does: "an event that is piped" },
    ],
    page: "docs/testing.md#why",
  },
  {
    name: "diff",
    group: "check",
    summary: "the decisions that a change of policies changes",
    words: { old: "a file, a folder, a project or a git revision", new: "the same, after the change" },
    options: ["--project", "--on-load-error", ...PRINTED],
    examples: [
      { args: ["diff", "old.yaml", "new.yaml"], does: "what became stricter or looser", exit: 1 },
      {
        args: ["diff", "old.yaml", "new.yaml", "--allow-loosening", "--markdown"],
        does: "a table for a pull request",
      },
    ],
    one: "a decision becomes looser, or a side has errors",
    page: "docs/check.md",
  },
  {
    name: "replay",
    group: "check",
    summary: "what policies would have decided on the events of logs and sessions",
    words: { logs: "files and folders of events, audit trails and agents' sessions, or - for stdin" },
    options: [...LOADED, "--cache", ...PRINTED],
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
  },
  {
    name: "list",
    group: "check",
    summary: "all policies, in the order in which they run",
    options: [...LOADED, ...HOOKS, "--model", ...PRINTED],
    examples: [
      { args: ["list"], does: "what is in force here" },
      { args: ["list", "--policies", "rules.yaml", "--json"], does: "one policy file, for a program" },
    ],
    page: "packages/cli/README.md#where-policies-come-from",
  },
  {
    name: "judge",
    group: "check",
    summary: "`judge eval` measures how well models judge events",
    words: { action: "eval", dataset: "labelled events, a JSON row each" },
    options: ["--model", "--config", ...PRINTED],
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
  },
  {
    name: "audit",
    group: "operate",
    summary: "the records of decisions; `verify`: were they changed? `query`: in SQL",
    words: {
      action: "verify, or query (default: show records)",
      words: "with query: one question in SQL, and logs for its table `events`",
    },
    options: ["--audit", ...PRINTED],
    examples: [
      { args: ["audit", "--audit", "trail", "--effect", "deny", "--limit", "5"], does: "the newest denies" },
      { args: ["audit", "verify", "--audit", "trail"], does: "whether the trail is whole" },
    ],
    one: "with verify: the trail was changed, or holds nothing",
    page: "packages/cli/README.md#the-audit-trail",
  },
  {
    name: "cache",
    group: "operate",
    summary: "what the store of verdicts holds; `cache clear` empties it",
    words: { action: "clear (default: statistics)" },
    options: ["--cache", "--config", ...PRINTED],
    examples: [
      { args: ["cache", "--cache", "verdicts.db"], does: "statistics of a store" },
      {
        args: ["cache", "clear", "--cache", "verdicts.db", "--scope", "session"],
        does: "forget the sessions' part",
      },
    ],
    one: "the store does not answer",
    page: "packages/cache/README.md",
  },
  {
    name: "compile",
    group: "operate",
    summary: "compile policies before the first decision needs them",
    options: [...LOADED, ...HOOKS, "--model", "--store", "--sandbox", ...PRINTED],
    examples: [
      { args: ["compile"], does: "keep them for `decide`" },
      { args: ["compile", "--store", "compiled", "--out", "rules.set"], does: "to a folder, and a file" },
    ],
    one: "a file has errors",
    page: "docs/stored-sets.md",
  },
  {
    name: "reload",
    group: "operate",
    summary: "load all policies anew, and say what is wrong with them",
    options: [...LOADED, ...HOOKS, ...PRINTED],
    examples: [
      { args: ["reload"], does: "what is in force here" },
      { args: ["reload", "--policies", ".gatehouse", "--json"], does: "one folder, for a program" },
    ],
    one: "a file has errors",
    page: "packages/cli/README.md#where-policies-come-from",
  },
  {
    name: "sign",
    group: "operate",
    summary: "sign a file of the organisation",
    words: { file: "a file in the organisation's folder" },
    options: [...PRINTED],
    examples: [
      {
        args: ["sign", "organisation/rules.yaml", "--folder", "organisation", "--key", "key.pem"],
        does: "with the next version",
      },
      {
        args: [
          "sign",
          "organisation/rules.yaml",
          "--folder",
          "organisation",
          "--key",
          "key.pem",
          "--as",
          "7",
        ],
        does: "with a version of your own",
      },
    ],
    page: "packages/cli/README.md#the-organisations-files",
  },
  {
    name: "daemon",
    group: "operate",
    summary: "the process that answers hooks: start, stop, status",
    words: { action: "start, stop, status, or run" },
    options: [...PRINTED],
    examples: [
      { args: ["daemon", "status"], does: "whether it runs", exit: 1 },
      { args: ["daemon", "stop"], does: "end it" },
    ],
    one: "with status: it does not run",
    page: "docs/hook.md#the-daemon",
  },
  {
    name: "decide",
    group: "serve",
    summary: "decide one event; with --jsonl an event a line",
    words: { event: "a JSON file, or - for standard input" },
    options: [...DECIDING, ...PRINTED],
    examples: [
      { args: ["decide", "event.json"], does: "an event of a file", exit: 1 },
      { args: ["decide", "--policies", "rules.yaml", "-"], stdin: PUSH, does: "by one policy file", exit: 1 },
    ],
    one: "the decision is deny",
    otherExits: "2: bad usage or input; where the event is not one, a deny is printed anyway",
    page: "packages/cli/README.md#machine-interface",
  },
  {
    name: "hook",
    group: "serve",
    summary: "what an agent starts; `gatehouse init` installs it",
    words: { agent: "the agent whose payload comes on standard input" },
    options: [...DECIDING],
    examples: [
      { args: ["hook", "claude-code"], stdin: CALL, does: "a call as Claude Code sends it" },
      { args: ["hook", "claude-code", "--deadline", "20"], stdin: CALL, does: "with 20 s to answer" },
    ],
    otherExits: "the exit code is what the agent expects",
    page: "docs/hook.md",
  },
  {
    name: "mcp-gate",
    group: "serve",
    summary: "an MCP server, called only where policies let it",
    words: { server: "after `--`: the command that starts the server" },
    options: [...DECIDING],
    examples: [
      {
        args: ["mcp-gate", "--name", "files", "--", "node", "server.mjs"],
        does: "a server that is a command",
      },
      {
        args: ["mcp-gate", "--policies", "rules.yaml", "--", "node", "server.mjs"],
        does: "by one policy file",
      },
    ],
    page: "docs/mcp.md",
  },
  {
    name: "box",
    group: "other",
    summary: "a command in a box of the kernel's, made of the policies",
    words: { command: "after `--`: the command and its arguments, such as `npm test`" },
    options: [...DECIDING],
    examples: [
      { args: ["box", "--show"], does: "what a box hides and keeps, and how much of each policy that is" },
      { args: ["box", "--show", "--policies", "rules.yaml"], does: "of one policy file" },
    ],
    otherExits:
      "the exit code of the command; 125: no box could be made, and nothing was run; 127: no such command",
    page: "docs/box.md",
  },
  {
    name: "bundle",
    group: "serve",
    summary: "policies as one signed file: build, sign, push, pull",
    words: {
      action: "build, sign, push or pull",
      from: "the folder, the bundle, or the address: oci://… or https://…",
      to: "with push: the address, oci://HOST/REPOSITORY:TAG",
    },
    options: [...PRINTED],
    examples: [
      { args: ["bundle", "build", ".gatehouse", "--name", "team"], does: "write team.bundle.json" },
      {
        args: ["bundle", "sign", "team.bundle.json", "--key", "key.pem"],
        does: "write team.bundle, one version on",
      },
    ],
    one: "policies have errors",
    page: "docs/server.md#bundles",
  },
  {
    name: "serve",
    group: "serve",
    summary: "the decision server: AuthZEN, hooks over HTTP, approvals",
    words: { file: "the server's configuration (default: gatehouse.server.yaml)" },
    options: ["--policies", "--model", ...PRINTED],
    examples: [
      {
        args: ["serve", "--policies", "rules.yaml", "--check"],
        does: "say what is wrong with the policies, without listening",
      },
      { args: ["serve", "server.yaml", "--check"], does: "the same for a configuration file" },
    ],
    page: "docs/server.md",
  },
  {
    name: "load",
    group: "rows",
    summary: "the policies of files, each by itself",
    words: { files: "policy files" },
    options: [...PRINTED],
    examples: [
      { args: ["load", "rules.yaml"], does: "the policies of a file" },
      { args: ["load", "--format", "mayros", "judge.md", "--json"], does: "in a format that is named" },
    ],
    one: "a file has errors",
    page: "packages/cli/README.md#machine-interface",
  },
  {
    name: "parse-verdict",
    group: "rows",
    summary: "read a judge's reply",
    words: { reply: "a file, or - for standard input" },
    options: [...PRINTED],
    examples: [
      { args: ["parse-verdict", "reply.json"], does: "a reply of a file" },
      {
        args: ["parse-verdict", "--lenient", "-"],
        stdin: 'I think: {"decision":"deny","reason":"no"}',
        does: "a verdict out of prose",
      },
    ],
    one: "the reply is not a verdict",
    page: "packages/cli/README.md#machine-interface",
  },
  {
    name: "key",
    group: "rows",
    summary: "the cache key of a question",
    words: { question: "a JSON file, or - for standard input" },
    options: [...PRINTED],
    examples: [
      { args: ["key", "question.json"], does: "of a file" },
      {
        args: ["key", "-"],
        stdin: '{"event":"before_tool_call","body":"Deny it.","model":null,"context":{}}',
        does: "of a pipe",
      },
    ],
    page: "packages/cache/README.md",
  },
  {
    name: "signals",
    group: "rows",
    summary: "what signals find in messages",
    words: { file: "a JSON file, or - for standard input" },
    options: [...PRINTED],
    examples: [
      { args: ["signals", "messages.json"], does: "of a file" },
      { args: ["signals", "messages.json", "--json"], does: "for a program" },
    ],
    page: "packages/hooks/README.md",
  },
  {
    name: "completion",
    group: "other",
    summary: "a script for bash, zsh or fish that completes what is typed",
    words: { shell: "bash, zsh or fish" },
    options: [],
    examples: [
      { args: ["completion", "bash"], does: "for bash: evaluate it in ~/.bashrc" },
      { args: ["completion", "fish"], does: "for fish: source it in config.fish" },
    ],
    page: "docs/guide/install.md#complete-what-you-type",
  },
  {
    name: "help",
    group: "other",
    summary: "what a command does, or what the code of an issue means",
    words: { name: "a command, a code, or `options`: those that every command takes" },
    options: [...PRINTED],
    examples: [
      { args: ["help", "unknown-key"], does: "what a code means, with a cure" },
      { args: ["help", "options"], does: "the options of all commands" },
    ],
    page: "docs/codes.md",
  },
];

/** The row of a command; undefined where it has none. */
export function commandHelp(name: string): CommandHelp | undefined {
  return COMMAND_HELP.find((row) => row.name === name);
}

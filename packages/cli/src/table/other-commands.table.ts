import { type ExitCode, UsageError } from "@gatehouse-hooks/console";
import type { CommandRow } from "../command-row.js";
import { DECIDING, HOOKS, LOADED, PRINTED } from "../shared-options.table.js";

/** The other commands. */
export const OTHER_COMMANDS: readonly CommandRow[] = [
  {
    usage: "on",
    description: "end what `gatehouse off` began: the rules hold again, from the next call",
    summary: "end what `gatehouse off` began",
    options: {},
    common: [...PRINTED],
    examples: [
      { args: ["on"], does: "the rules hold again" },
      { args: ["on", "--json"], does: "the same, for a program" },
    ],
    page: "docs/init.md#off-for-a-while",
    json: { version: 1, forms: { SwitchedJson: "always" }, example: ["on"] },
    run: async (context) => (await import("@gatehouse-hooks/agents/state/switch-rules")).switchOn(context),
  },
  {
    usage: "box [command...]",
    description:
      "run a command, after `--`, in a box of the kernel's (Linux, bubblewrap) that is made of the policies in force",
    summary: "a command in a box of the kernel's, made of the policies",
    words: {
      command: { means: "after `--`: the command and its arguments, such as `npm test`", values: "text" },
    },
    options: {
      "--show": "print what the box hides and keeps, and run nothing",
      "--settings <agent>": {
        means: "what the agent's own sandbox would be told of the policies, as a difference of its settings",
        values: async () => (await import("@gatehouse-hooks/agents/box/box")).SANDBOXED,
      },
      "--write": "with --settings: write them",
      "--undo": "with --settings: take back what was written",
      "--session <name>": {
        means:
          "boxes of one name share a /tmp, and while one of them lives a network, where policies list hosts",
        values: "text",
      },
      "--told": "where the command fails, say on standard error that it ran in a box and what that holds",
    },
    common: [...DECIDING],
    examples: [
      { args: ["box", "--show"], does: "what a box hides and keeps, and how much of each policy that is" },
      { args: ["box", "--show", "--policies", "rules.yaml"], does: "of one policy file" },
    ],
    otherExits:
      "the exit code of the command; 125: no box could be made, and nothing was run; 127: no such command",
    page: "docs/box.md",
    json: "its output is that of the command",
    run: async (context, given) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { box } = await import("@gatehouse-hooks/agents/box/box");
      return (await box(hookContext(context.io, context.io.cwd, given.options), given.list(0), {
        show: given.has("show"),
        settings: given.text("settings"),
        write: given.has("write"),
        undo: given.has("undo"),
        told: given.has("told"),
        session: given.text("session"),
      })) as ExitCode;
    },
  },
  {
    usage: "memory [session] [file]",
    description:
      "what is remembered of a session by the cells of policies, each with the event that it is from; `memory rebuild FILE` makes it anew of the file that an agent keeps",
    summary: "what is remembered of sessions",
    words: {
      session: {
        means: "its name (default: list the sessions), or `rebuild`",
        values: "text",
      },
      file: "with rebuild: the session's file, such as ~/.claude/projects/FOLDER/SESSION.jsonl",
    },
    options: { "--dry-run": "with rebuild: show what it comes to, and write nothing" },
    common: [...LOADED, ...PRINTED],
    examples: [
      { args: ["memory"], does: "the sessions, the last one first" },
      { args: ["memory", "--json"], does: "the same, for a program" },
    ],
    one: "with rebuild: the question was declined",
    page: "docs/memory.md#looking-at-it",
    json: {
      version: 1,
      forms: {
        MemoriesJson: "without `rebuild`",
        RebuiltMemoryJson: "`memory rebuild`; exit code 1 when the person said no",
      },
    },
    run: async (context, given) => {
      const commands = await import("@gatehouse-hooks/workbench/memory");
      const [session, file] = [given.word(0), given.word(1)];
      if (session === "rebuild" && file !== undefined)
        return commands.rebuildMemory(context, file, { dryRun: given.has("dryRun") });
      if (file !== undefined)
        throw new UsageError("a file is for `memory rebuild`", "gatehouse memory rebuild FILE");
      return commands.showMemory(context, session);
    },
  },
  {
    usage: "forget <session>",
    description:
      "have a session begin anew, from a terminal of your own: shows what is remembered of it, and asks",
    summary: "have a session begin anew",
    words: { session: { means: "its name, as `gatehouse memory` lists it", values: "text" } },
    options: {},
    common: [...LOADED, ...PRINTED],
    examples: [
      { args: ["forget", "SESSION"], does: "asks whether this session may begin anew", exit: 1 },
      { args: ["forget", "SESSION", "--json"], does: "the same, for a program", exit: 1 },
    ],
    one: "the question was declined, there is no terminal to ask it on, or nothing is remembered of the session",
    page: "docs/memory.md#looking-at-it",
    json: { version: 1, forms: { ForgottenJson: "always; exit code 1 where it is not forgotten" } },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/memory")).forgetMemory(context, given.word(0) ?? ""),
  },
  {
    usage: "mcp [action] [server]",
    description:
      "the MCP servers that `mcp-gate` was before: what no person has accepted of their descriptions and schemas, as a diff (`show`), and accepting it from a terminal of your own (`accept`)",
    summary: "MCP servers: what they say, and what a person has accepted of it",
    words: {
      action: { means: "show or accept (default: list the servers)", values: ["show", "accept"] },
      server: { means: "its name or id, as `gatehouse mcp` lists it", values: "text" },
    },
    options: {},
    common: [...PRINTED],
    examples: [
      { args: ["mcp"], does: "the servers, and which have changed" },
      { args: ["mcp", "--json"], does: "the same, for a program" },
    ],
    one: "with accept: the question was declined",
    page: "docs/mcp.md#what-a-person-has-accepted",
    json: {
      version: 1,
      forms: {
        McpServersJson: "without an action",
        McpServerChangesJson: "`show` and `accept`; exit code 1 when the person said no",
      },
    },
    run: async (context, given) => {
      const commands = await import("@gatehouse-hooks/services/mcp/mcp-servers");
      const [action, server] = [given.word(0), given.word(1)];
      if (action === undefined) return commands.mcpServers(context);
      if (action !== "show" && action !== "accept")
        throw new UsageError("expected `show` or `accept`", "gatehouse mcp lists the servers");
      if (server === undefined)
        throw new UsageError(`\`${action}\` needs a server`, `gatehouse mcp ${action} SERVER`);
      if (action === "accept") return commands.acceptMcpServer(context, server);
      return commands.showMcpServer(context, server);
    },
  },
  {
    usage: "compile",
    description:
      "compile the policies that `decide` would use, and keep them for it; exit code 1 with errors",
    summary: "compile policies before the first decision needs them",
    options: {
      "--out <file>": "write them to this file, too",
    },
    common: [...LOADED, ...HOOKS, "--model", "--store", "--sandbox", ...PRINTED],
    examples: [
      { args: ["compile"], does: "keep them for `decide`" },
      { args: ["compile", "--store", "compiled", "--out", "rules.set"], does: "to a folder, and a file" },
    ],
    one: "a file has errors",
    page: "docs/stored-sets.md",
    json: {
      version: 1,
      forms: { CompileJson: "always; exit code 1 when `ok` is `false`" },
      example: ["compile", "--store", "compiled"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/local/store/compile")).compileStore(context, given.text("out")),
  },
  {
    usage: "reload",
    description: "load all policies anew, and report what is wrong with them",
    summary: "load all policies anew, and say what is wrong with them",
    common: [...LOADED, ...HOOKS, ...PRINTED],
    examples: [
      { args: ["reload"], does: "what is in force here" },
      { args: ["reload", "--policies", ".gatehouse", "--json"], does: "one folder, for a program" },
    ],
    one: "a file has errors",
    page: "packages/cli/README.md#where-policies-come-from",
    json: {
      version: 1,
      forms: { ReloadJson: "always; exit code 1 when `ok` is `false`" },
      example: ["reload", "--policies", ".gatehouse"],
    },
    run: async (context) => (await import("../commands/reload.js")).reload(context),
  },
  {
    usage: "sign [file]",
    description:
      "sign a file of the organisation: its bytes, its place in the folder, and a version that goes up",
    summary: "sign a file of the organisation",
    words: { file: "a file in the organisation's folder" },
    options: {
      "--key <file>": "the private key (Ed25519, PEM)",
      "--as <version>": {
        means: "the version (default: the next one after that of the signature)",
        values: "text",
      },
      "--folder <dir>": "the organisation's folder (default: the one of the file)",
    },
    common: [...PRINTED],
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
    page: "docs/guide/organisation.md",
    json: { version: 1, forms: { SignJson: "always" } },
    run: async (context, given) =>
      (await import("../commands/sign.js")).sign(context, given.word(0), {
        key: given.text("key"),
        as: given.text("as"),
        folder: given.text("folder"),
      }),
  },
  {
    usage: "schema [name]",
    description:
      "the JSON Schema of a kind of file, for editors and validators; without a name, that of policy files (a terminal lists all)",
    summary: "JSON Schemas of policy files, for editors",
    words: {
      name: {
        means: "a kind of file; default: policy files",
        values: async () => (await import("../commands/schema.js")).schemaNames(),
      },
    },
    common: [],
    examples: [
      { args: ["schema"], does: "that of policy files; on a terminal, which there are" },
      { args: ["schema", "server"], does: "of the file of `gatehouse serve`" },
    ],
    page: "docs/editors.md#schemas",
    json: "it prints a JSON Schema, with and without it",
    run: async (context, given) => (await import("../commands/schema.js")).schema(context, given.word(0)),
  },
  {
    usage: "completion <shell>",
    description: "print a script that completes commands, options and their values: bash, zsh or fish",
    summary: "a script for bash, zsh or fish that completes what is typed",
    words: {
      shell: {
        means: "bash, zsh or fish",
        values: async () => (await import("../commands/completion.js")).SHELLS,
      },
    },
    common: [],
    examples: [
      { args: ["completion", "bash"], does: "for bash: evaluate it in ~/.bashrc" },
      { args: ["completion", "fish"], does: "for fish: source it in config.fish" },
    ],
    page: "docs/guide/install.md#complete-what-you-type",
    json: "it prints a script for a shell",
    run: async (context, given, line) =>
      (await import("../commands/completion.js")).completion(context, given.word(0) ?? "", line),
  },
  {
    usage: "help [name]",
    description: "what a command does, or what the code of an issue means: gatehouse help unknown-key",
    summary: "what a command does, or what the code of an issue means",
    words: {
      name: {
        means:
          "a command, a code, `all`: a line for each command, or `options`: those that every command takes",
        values: async (commands) => {
          const { CODES } = await import("@gatehouse-hooks/console/codes");
          const codes = CODES.flatMap(({ rows }) => rows.map(({ code }) => code));
          return [...new Set([...commands, "all", "options", ...codes])];
        },
      },
    },
    common: [...PRINTED],
    examples: [
      { args: ["help", "unknown-key"], does: "what a code means, with a cure" },
      { args: ["help", "all"], does: "a line for each command" },
    ],
    page: "docs/codes.md",
    json: {
      version: 1,
      forms: { CodeRow: "with a code; of a command, and without a name, it is text" },
      example: ["help", "unknown-field"],
    },
    run: async (context, given, line) =>
      (await import("../commands/help.js")).help(context, given.word(0), line),
  },
];

import { EXAMPLE_AGENT, MAYROS_PLACES } from "@gatehouse-hooks/hosts/agents";
import { type ExitCode, UsageError } from "@gatehouse-hooks/console";
import type { CommandRow } from "../command-row.js";
import { DECIDING, JSONL, PRINTED, wired } from "../shared-options.table.js";

const PUSH = '{"event":"before_tool_call","toolName":"Bash","params":{"command":"git push --force"}}';
const CALL =
  '{"hook_event_name":"PreToolUse","session_id":"s1","cwd":"/work","tool_name":"Bash","tool_input":{"command":"ls"}}';
const DECIDED = "always; exit code 1 on a deny, 2 when what was given is not an event, which is a deny, too";

/** Commands that programs start. */
export const SERVE_COMMANDS: readonly CommandRow[] = [
  {
    usage: "decide [event]",
    description:
      "decide one event (a JSON file, - for stdin, or a shell command as text); exit code 1 on deny",
    summary: "decide one event; with --jsonl an event a line",
    words: { event: "a JSON file, or - for standard input" },
    options: {
      ...JSONL,
      "--output <kind>": {
        means: `decision, or ${MAYROS_PLACES.name}: what its handlers return`,
        values: ["decision", MAYROS_PLACES.name],
      },
    },
    common: [...DECIDING, ...PRINTED],
    examples: [
      { args: ["decide", "event.json"], does: "an event of a file", exit: 1 },
      { args: ["decide", "--policies", "rules.yaml", "-"], stdin: PUSH, does: "by one policy file", exit: 1 },
    ],
    one: "the decision is deny",
    otherExits: "2: bad usage or input; where the event is not one, a deny is printed anyway",
    page: "packages/cli/README.md#machine-interface",
    json: { version: 1, forms: { Decision: DECIDED } },
    jsonl: { version: 1, forms: { Decision: DECIDED } },
    answersOnly: true,
    run: async (context, given) =>
      (await import("@gatehouse-hooks/workbench/rows/decide")).printDecisions(context, given.word(0), {
        jsonl: given.has("jsonl"),
        output: given.text("output") ?? "decision",
      }),
  },
  {
    usage: "hook <agent>",
    description:
      "what an agent starts: its payload on stdin, its answer on stdout (`gatehouse init` installs it)",
    summary: "what an agent starts; `gatehouse init` installs it",
    words: { agent: { means: "the agent whose payload comes on standard input", values: wired } },
    options: {
      "--interactive": "a person is there to answer the agent's questions",
      "--deadline <seconds>": { means: "an answer that takes longer is that of a failure", values: "text" },
      "--hooks <file>": {
        means: "a module with hooks of your own (relative: below ~/.gatehouse); repeatable",
        repeated: true,
      },
      "--daemon <when>": {
        means: "auto: ask the daemon, and start it where it does not run; off",
        values: ["auto", "off"],
      },
    },
    common: [...DECIDING],
    examples: [
      { args: ["hook", EXAMPLE_AGENT.name], stdin: CALL, does: "a call as Claude Code sends it" },
      { args: ["hook", EXAMPLE_AGENT.name, "--deadline", "20"], stdin: CALL, does: "with 20 s to answer" },
    ],
    otherExits: "the exit code is what the agent expects",
    page: "docs/hook.md",
    json: "it prints the answer that its agent takes",
    answersOnly: true,
    run: async (context, given) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { hook } = await import("@gatehouse-hooks/agents/answer-hook");
      return (await hook(hookContext(context.io, context.io.cwd, given.options), given.word(0) ?? "", {
        interactive: given.has("interactive"),
        daemon: given.text("daemon") ?? "off",
        deadline: given.text("deadline"),
        plain: false,
      })) as ExitCode;
    },
  },
  {
    usage: "mcp-gate [server...]",
    description:
      "a server of the Model Context Protocol, after `--`, whose tools are called only where the policies let it",
    summary: "an MCP server, called only where policies let it",
    words: { server: { means: "after `--`: the command that starts the server", values: "text" } },
    options: {
      "--name <name>": {
        means: "the server's name in policies (default: by its command or address)",
        values: "text",
      },
      "--url <url>": { means: "a server of streamable HTTP, instead of a command", values: "text" },
      "--header <header>": {
        means: "with --url: `Name: value`, with ${VARIABLE}; repeatable",
        values: "text",
        repeated: true,
      },
      "--unaccepted <what>": {
        means: "calls of tools that are not as a person has accepted them (default: ask)",
        values: ["ask", "deny", "allow"],
      },
    },
    common: [...DECIDING],
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
    json: "it speaks the protocol of the server",
    answersOnly: true,
    run: async (context, given) => {
      const { hookContext } = await import("@gatehouse-hooks/agents/hook/hook-context");
      const { mcpGate } = await import("@gatehouse-hooks/services/mcp/mcp-gate");
      return (await mcpGate(hookContext(context.io, context.io.cwd, given.options), given.list(0), {
        name: given.text("name"),
        url: given.text("url"),
        headers: given.texts("header"),
        unaccepted: unacceptedOf(given.text("unaccepted")),
      })) as ExitCode;
    },
  },
  {
    usage: "bundle <action> [from] [to]",
    description: "policies that travel as one signed file: build a folder, sign, push to a registry, pull",
    summary: "policies as one signed file: build, sign, push, pull",
    words: {
      action: { means: "build, sign, push or pull", values: ["build", "sign", "push", "pull"] },
      from: "the folder, the bundle, or the address: oci://… or https://…",
      to: { means: "with push: the address, oci://HOST/REPOSITORY:TAG", values: "text" },
    },
    options: {
      "--name <name>": {
        means: "with build and pull: the name of the bundle, which its signature is bound to",
        values: "text",
      },
      "--key <file>": "with sign: the private key (Ed25519, PEM)",
      "--as <version>": {
        means: "with sign: this version (default: one more than the last)",
        values: "text",
      },
      "--keys <file>": "with pull: the public keys that are believed (PEM)",
      "--out <file>": "write here (default: NAME.bundle.json for build, else NAME.bundle)",
    },
    common: [...PRINTED],
    examples: [
      { args: ["bundle", "build", ".gatehouse", "--name", "team"], does: "write team.bundle.json" },
      {
        args: ["bundle", "sign", "team.bundle.json", "--key", "key.pem"],
        does: "write team.bundle, one version on",
      },
    ],
    one: "policies have errors",
    page: "docs/server.md#bundles",
    json: {
      version: 1,
      forms: {
        BuiltBundleJson: "`build`",
        SignedBundleJson: "`sign`",
        PulledBundleJson: "`pull`",
        PushedBundleJson: "`push`",
      },
    },
    run: async (context, given) =>
      (await import("../commands/bundle.js")).bundle(context, [given.word(0), given.word(1), given.word(2)], {
        name: given.text("name"),
        key: given.text("key"),
        keys: given.text("keys"),
        as: given.text("as"),
        out: given.text("out"),
      }),
  },
  {
    usage: "serve [file]",
    description:
      "the decision server: AuthZEN, hooks over HTTP, approvals by people (default: gatehouse.server.yaml)",
    summary: "the decision server: AuthZEN, hooks over HTTP, approvals",
    words: { file: "the server's configuration (default: gatehouse.server.yaml)" },
    options: {
      "--listen <host:port>": { means: "listen here, whatever the file says", values: "text" },
      "--check": "read the file and the policies, say what is wrong, and end",
      "--invite <name>": {
        means: "print a link by which this caller, who approves, registers a passkey, and end",
        values: "text",
      },
      "--passkeys": "list the passkeys that are registered, and end",
      "--forget <id>": {
        means: "remove the passkey whose id begins so, and end: a lost phone approves nothing",
        values: "text",
      },
    },
    common: [
      "--policies",
      "--policy-format",
      "--enforced",
      "--model",
      "--unknown-events",
      "--audit",
      ...PRINTED,
    ],
    examples: [
      {
        args: ["serve", "--policies", "rules.yaml", "--check"],
        does: "say what is wrong with the policies, without listening",
      },
      { args: ["serve", "server.yaml", "--check"], does: "the same for a configuration file" },
    ],
    page: "docs/server.md",
    json: {
      version: 3,
      forms: {
        ServeCheckedJson: "with `--check`",
        ServingJson: "when it listens",
        PasskeyLinkJson: "with `--invite`",
        PasskeysJson: "with `--passkeys`",
        ForgottenPasskeyJson: "with `--forget`",
      },
      example: ["serve", "server.yaml", "--check"],
    },
    run: async (context, given) =>
      (await import("@gatehouse-hooks/services/serve/serve")).serve(context, given.word(0), {
        listen: given.text("listen"),
        check: given.has("check"),
        invite: given.text("invite"),
        forget: given.text("forget"),
        passkeys: given.has("passkeys"),
      }),
  },
];

/** @throws UsageError */
function unacceptedOf(given = "ask"): "ask" | "deny" | "allow" {
  if (given === "ask" || given === "deny" || given === "allow") return given;
  throw new UsageError("--unaccepted is not `ask`, `deny` or `allow`");
}

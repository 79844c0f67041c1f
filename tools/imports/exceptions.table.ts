import type { UseFact } from "./scan-source.js";

/** A use that a rule forbids and that is right in one file. One that is not used any more has to go. */
export interface Exception {
  /** The package, and the file below its `src`. */
  readonly file: string;
  readonly kind: UseFact["kind"];
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { file: "cli/start.ts", kind: "exit", reason: "the process is the command's own" },
  { file: "console/process-io.ts", kind: "exit", reason: "the process is the command's own" },
  {
    file: "agents/daemon/call-socket.ts",
    kind: "network",
    reason: "asks the daemon on the user's own socket",
  },
  { file: "agents/daemon/serve-daemon.ts", kind: "network", reason: "listens on the user's own socket" },
  {
    file: "agents/hook/trace-spans.ts",
    kind: "code-from-text",
    reason:
      "the module with an SDK of OpenTelemetry that the user's own settings name, in a process of its own",
  },
  {
    file: "agents/hook/read-hook-file.ts",
    kind: "code-from-text",
    reason: "the module with hooks that the user's command line names, in a process of its own",
  },
  {
    file: "cli/snapshot/snapshot-script.ts",
    kind: "code-from-text",
    reason: "the program's own files, of which nothing else can load while Node makes a snapshot of it",
  },
  {
    file: "cli/snapshot/snapshot-script.ts",
    kind: "module-state",
    reason: "what it has loaded is the snapshot, of one process",
  },
  {
    file: "core/claude-agent-sdk/prompted-calls.ts",
    kind: "module-state",
    reason: "what hooks and prompts of one gatehouse know of the same call, as long as the gatehouse",
  },
  {
    file: "local/facts/evidence.ts",
    kind: "module-state",
    reason:
      "what the facts of an event were made with, as long as the event: a pure deriver has no other way to the trail",
  },
  { file: "services/mcp/http-server.ts", kind: "network", reason: "the server that `mcp-gate --url` is for" },
  {
    file: "server/bundles/bounded-request.ts",
    kind: "network",
    reason: "fetches signed bundles from where the operator says",
  },
  { file: "server/node/listen.ts", kind: "network", reason: "where the decision server listens" },
  { file: "server/node/read-incoming.ts", kind: "network", reason: "reads what has come there" },
  {
    file: "commands/builtin/http-post.ts",
    kind: "network",
    reason: "the builtin that sends to the address that a hook file names, loaded when a hook asks for it",
  },
  {
    file: "commands/public-address.ts",
    kind: "network",
    reason: "compares addresses, and connects to none",
  },
  {
    file: "boxes/network/keep-network.ts",
    kind: "network",
    reason: "takes over a listener in the network of a box, which the machine has not",
  },
  {
    file: "boxes/network/connect.ts",
    kind: "network",
    reason: "the proxy of a box, which leads to the hosts that policies list",
  },
  {
    file: "boxes/network/find-addresses.ts",
    kind: "network",
    reason: "looks up the names that the proxy of a box leads to",
  },
  { file: "boxes/network/open-proxy.ts", kind: "network", reason: "answers what a box asks of its proxy" },
  {
    file: "server/approvals/page/ask-server.ts",
    kind: "network",
    reason: "runs in a browser, and asks the server that the page is from",
  },
  { file: "judge/provider/bounded-fetch.ts", kind: "network", reason: "the one place that asks a model" },

  {
    file: "cache/verdict-key.ts",
    kind: "module-state",
    reason: "remembers hashes of prompts, a bounded number",
  },
  { file: "commands/process-group.ts", kind: "module-state", reason: "what to end when the process ends" },
  { file: "commands/shell.ts", kind: "module-state", reason: "the shell of this machine, looked for once" },
  { file: "commands/watchdog.ts", kind: "module-state", reason: "one process watches over all commands" },
  {
    file: "condition/compile/patterns/lazy-pattern.ts",
    kind: "module-state",
    reason: "remembers sizes of patterns, a bounded number",
  },
  {
    file: "condition/parse/parse-tokens.ts",
    kind: "module-state",
    reason: "the parser, built when it is first asked for",
  },
  {
    file: "hooks/prompt.ts",
    kind: "module-state",
    reason: "the inside of a prompt, kept with the prompt itself",
  },
  {
    file: "json/canonical/json-pieces.ts",
    kind: "module-state",
    reason: "remembers quoted keys, a bounded number",
  },
  {
    file: "json/quote.ts",
    kind: "module-state",
    reason: "a constant pattern, compiled when it is first used",
  },
  {
    file: "runtime/audit/audit-runtime.ts",
    kind: "module-state",
    reason: "the hash of a set, kept with the set",
  },

  {
    file: "condition/compile/patterns/search.ts",
    kind: "pattern-from-text",
    reason:
      "printed from a tree of its own, when a backtracking search for that is proven linear: never the text of a policy",
  },
  { file: "hooks/prompt.ts", kind: "pattern-from-text", reason: "made of a constant list of names" },
  { file: "json/quote.ts", kind: "pattern-from-text", reason: "a constant, compiled when it is first used" },
  { file: "redact/secret-names.ts", kind: "pattern-from-text", reason: "made of constant parts" },
  { file: "redact/secret-rules.table.ts", kind: "pattern-from-text", reason: "made of constant parts" },
  {
    file: "redact/secret-rule.ts",
    kind: "pattern-from-text",
    reason: "the embedder's own rules, never a policy's",
  },
];

/** Folders of one package that import each other in a circle. */
export interface FolderCycle {
  readonly name: string;
  readonly folders: readonly string[];
  readonly reason: string;
}

export const folderCycles: readonly FolderCycle[] = [];

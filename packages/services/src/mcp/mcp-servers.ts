import { askedCalls } from "@gatehouse-hooks/agents/approvals";
import { askForWord, exitCode, type ExitCode, UsageError } from "@gatehouse-hooks/console";
import { boxed, printable } from "@gatehouse-hooks/console/print";
import { type WordsDifference, wordsDifferences } from "@gatehouse-hooks/core/mcp";
import { type Context, printResult } from "@gatehouse-hooks/local";
import { openTrail } from "@gatehouse-hooks/local/open";
import { requirePerson } from "@gatehouse-hooks/local/person";
import { requireHome } from "@gatehouse-hooks/local/places";
import { QUESTION_TIMEOUT_MS } from "@gatehouse-hooks/runtime";
import { PinFiles, type SeenServer } from "./pin-files.js";

/** A server, as `gatehouse mcp --json` prints it. */
interface McpServerJson {
  readonly id: string;
  readonly name: string;
  readonly started: string;
  readonly state: "accepted" | "changed" | "new";
  readonly tools: number;
}

/** What `gatehouse mcp --json` prints. */
export interface McpServersJson {
  readonly servers: readonly McpServerJson[];
}

/** What `gatehouse mcp show` and `gatehouse mcp accept` print with `--json`. */
export interface McpServerChangesJson {
  readonly server: McpServerJson;
  /** What differs from what a person has accepted. */
  readonly changes: readonly WordsDifference[];
  /** With `accept`: whether the person said yes, or had nothing to accept. */
  readonly accepted: boolean;
}

/** Lines of a change: people do not read more, and what was not shown cannot be accepted. */
const MAX_LINES = 2_000;

/** `gatehouse mcp`: the servers that a gate was before, and whether a person has accepted what they say. */
export async function mcpServers(context: Context): Promise<ExitCode> {
  const servers = (await new PinFiles(requireHome(context.io.home)).servers()).map(serverOf);
  const lines = servers.map(({ id, started, state, tools }) =>
    printable(`${id}  ${state}  ${tools} ${tools === 1 ? "tool" : "tools"}  ${started}`),
  );
  const none = "no MCP server was seen: `gatehouse mcp-gate` keeps what one says in its session";
  await printResult(context, { servers } satisfies McpServersJson, lines.length === 0 ? [none] : lines);
  return exitCode.fine;
}

/**
 * `gatehouse mcp show SERVER`: what of a server no person has accepted, as a diff.
 *
 * @throws UsageError for a server that is not known, and a name that several have
 */
export async function showMcpServer(context: Context, given: string): Promise<ExitCode> {
  const server = await find(new PinFiles(requireHome(context.io.home)), given);
  const changes = wordsDifferences(server.accepted, server.words);
  const shown = serverOf(server);
  const lines = [...linesOf(server, changes), "", stateLine(shown)];
  await printResult(
    context,
    { server: shown, changes, accepted: false } satisfies McpServerChangesJson,
    lines,
  );
  return exitCode.fine;
}

/**
 * `gatehouse mcp accept SERVER`: shows the same, and pins it when the person at the terminal says so. There is no way to say it without
 * a terminal: an agent has none.
 *
 * @throws UsageError without a terminal, for a server that is not known, and for a change that is too long to be read
 */
export async function acceptMcpServer(context: Context, given: string): Promise<ExitCode> {
  const { io } = context;
  const files = new PinFiles(requireHome(io.home));
  const server = await find(files, given);
  const changes = wordsDifferences(server.accepted, server.words);
  if (server.accepted !== undefined && changes.length === 0) {
    await printResult(
      context,
      { server: serverOf(server), changes, accepted: true } satisfies McpServerChangesJson,
      [`nothing is to be accepted: \`${printable(server.id)}\` says what was accepted`],
    );
    return exitCode.fine;
  }
  const terminal = io.terminal?.();
  if (terminal === undefined)
    throw new UsageError(
      "there is no terminal to ask on whether this server may say that",
      `run \`gatehouse mcp accept ${printable(server.id)}\` in a terminal of your own, not through an agent`,
    );
  requirePerson(terminal, await askedCalls(io.home).asking());
  const lines = linesOf(server, changes);
  if (lines.length > MAX_LINES)
    throw new UsageError(
      `the change has ${lines.length} lines: what cannot be shown whole cannot be accepted`,
      "approve single calls instead",
    );
  const text = `\n${lines.join("\n")}\n`;
  const signal = AbortSignal.timeout(QUESTION_TIMEOUT_MS);
  const accepted = (await askForWord(terminal, text, "accept what it says from now on", signal)) === "yes";
  if (accepted) {
    // Just what was shown, whatever the server has said since.
    await files.accept(server);
    const trail = await openTrail(context);
    const message = `a person has accepted what the MCP server \`${server.id}\` says`;
    void trail?.record({ kind: "note", code: "mcp-server-accepted", message });
    await trail?.close();
  }
  const shown = serverOf(accepted ? { ...server, accepted: server.words } : server);
  await printResult(context, { server: shown, changes, accepted } satisfies McpServerChangesJson, [
    accepted ? "accepted: its tools are called as the policies say" : "declined: its calls are asked about",
  ]);
  return accepted ? exitCode.fine : exitCode.refused;
}

async function find(files: PinFiles, given: string): Promise<SeenServer> {
  const all = await files.servers();
  const whole = all.filter(({ id }) => id === given);
  const found = whole.length > 0 ? whole : all.filter(({ name }) => name === given);
  const [server, other] = found;
  if (server === undefined)
    throw new UsageError(
      `no MCP server \`${printable(given)}\` was seen`,
      "`gatehouse mcp` lists those that a gate was before",
    );
  if (other !== undefined)
    throw new UsageError(
      `\`${printable(given)}\` is the name of ${found.length} servers`,
      `give one of ${found.map(({ id }) => `\`${printable(id)}\``).join(", ")}`,
    );
  return server;
}

function serverOf({ id, name, started, words, accepted }: SeenServer): McpServerJson {
  const changed = wordsDifferences(accepted, words).length > 0;
  const state = accepted === undefined ? "new" : changed ? "changed" : "accepted";
  return { id, name, started, state, tools: words.tools.length };
}

function stateLine({ state, id }: McpServerJson): string {
  const accept = `\`gatehouse mcp accept ${printable(id)}\` in a terminal of your own accepts it`;
  if (state === "accepted") return "it says what a person has accepted";
  return state === "new"
    ? `no person has accepted it: ${accept}`
    : `no person has accepted the change: ${accept}`;
}

function linesOf({ name, started }: SeenServer, changes: readonly WordsDifference[]): readonly string[] {
  return [
    `the MCP server \`${printable(name)}\`, started as:`,
    ...boxed(started),
    ...changes.flatMap(({ tool, kind, lines }) => [
      "",
      tool === null ? `${kind}: its instructions` : `${kind}: the tool \`${printable(tool)}\``,
      ...lines.flatMap((line) => boxed(line)),
    ]),
  ];
}

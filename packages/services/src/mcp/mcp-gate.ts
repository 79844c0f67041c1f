import { gateMcp, type McpGateOptions, type McpTransport } from "@gatehouse-hooks/core/mcp";
import { type Decision, readEvent } from "@gatehouse-hooks/engine";
import { askedCalls, settleAsk } from "@gatehouse-hooks/agents/approvals";
import { type FollowingRuntime, followingRuntime } from "@gatehouse-hooks/local/open";
import { childServer, type ChildServer } from "./child-server.js";
import { HttpServer } from "./http-server.js";
import { lineTransport } from "./line-transport.js";
import { PinFiles } from "./pin-files.js";
import { type McpGateFlags, type McpServer, serverOf, startedAs } from "./server-of.js";
import { requireHome } from "@gatehouse-hooks/local/places";
import { messageOf } from "@gatehouse-hooks/console";
import { noteLine } from "@gatehouse-hooks/console/print";
import type { Context } from "@gatehouse-hooks/local";
import process from "node:process";

/**
 * `gatehouse mcp-gate -- COMMAND ARGS…`: a server of the Model Context Protocol whose tools are called only where the policies let
 * it. The client is on standard input and output.
 *
 * @returns the server's exit code
 * @throws UsageError
 */
export async function mcpGate(
  context: Context,
  command: readonly string[],
  flags: McpGateFlags,
): Promise<number> {
  const { io } = context;
  const server = serverOf(command, flags, io.env);
  const { name } = server;
  const say = async (message: string): Promise<void> => {
    const line = `${noteLine(context.noticeColors, message)}\n`;
    await io.stderr.write(line).catch(() => undefined);
  };
  // Without policies that can be opened, every call is denied; everything else of the server still works.
  const opened = await followingRuntime(context).catch((error: unknown) => messageOf(error));
  if (typeof opened === "string") await say(`every call is denied: the policies cannot be opened: ${opened}`);
  if (flags.name === undefined)
    await say(`policies know this server as \`${name}\` (--name gives another name)`);

  const { unaccepted } = flags;
  const pins = new PinFiles(requireHome(io.home)).pinsOf({ name, started: startedAs(server) });
  const sides = sidesOf(context, server);
  const gate = await gateMcp({
    client: sides.client,
    server: sides.server,
    name,
    gatehouse: deciderOf(opened),
    event: { cwd: io.cwd, workspace: context.settings.project, home: io.home },
    unasked: async (decision, event) => {
      const read = readEvent(event);
      if (read.kind !== "event") return decision;
      return await settleAsk(askedCalls(io.home), decision, read.event, process.ppid);
    },
    ...(unaccepted !== "allow" && { pins, unaccepted }),
    onNotice: ({ message }) => void say(message),
  });
  const withdraw = io.onInterrupt((signal) => {
    sides.child?.kill(signal);
    void gate.close();
  });
  await gate.closed;
  const ended = await sides.child?.ended;
  if (ended?.why !== undefined) await say(ended.why);
  withdraw();
  if (typeof opened !== "string") await opened.close();
  return ended?.code ?? 0;
}

interface Sides {
  readonly client: McpTransport;
  readonly server: McpTransport;
  readonly child?: ChildServer;
}

function sidesOf({ io }: Context, server: McpServer): Sides {
  const texts = new WeakMap<object, string>();
  let room: () => Promise<void> = () => Promise.resolve();
  const client = lineTransport({
    input: io.stdin,
    write: io.stdout.write,
    end: async () => await client.drained(),
    reading: "exact",
    room: async () => await room(),
    texts,
  });
  if (server.kind === "url") return { client, server: new HttpServer(server.url, server.headers) };
  const child = childServer(server.command, io, { room: async () => await client.drained(), texts });
  room = async () => await child.transport.drained();
  return { client, server: child.transport, child };
}

function deciderOf(opened: FollowingRuntime | string): McpGateOptions["gatehouse"] {
  // What rejects is a failure of the guard, which denies.
  if (typeof opened === "string") return { decide: () => Promise.reject(new Error(opened)) };
  return {
    decide: async (event, { approvals = [] } = {}) => {
      const decision: Decision = await opened.decide(event);
      // The gate approves just the decision that a person has seen.
      const approved = approvals.some(({ policy }) => policy === decision.policy);
      return decision.effect === "ask" && approved ? { ...decision, effect: "allow" } : decision;
    },
    get policies() {
      return opened.policies();
    },
  };
}

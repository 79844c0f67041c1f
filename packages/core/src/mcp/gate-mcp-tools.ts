import { isRecord, own } from "@gatehouse-hooks/json";
import { approve } from "../approvals/approve.js";
import type { EventFields } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { ToolDenied } from "../gatehouse-error.js";
import { CONTENT, deniedResult } from "./call-result.js";
import { callEventOf, decideCall, type DecideCallOptions } from "./decide-call.js";
import { followTools } from "./follow-tools.js";
import { readMcpCall } from "./read-mcp-call.js";
import type { RpcFields } from "./rpc-message.js";
import { saysYes } from "../settle-call.js";
import { runDecided } from "../settle-result.js";
import { checkedKinds, type GateOptions } from "../frameworks/tool-gate.js";

/** A tool of an MCP server in this process (`tool` of the Claude Agent SDK). */
export interface ServerTool {
  /** As the server lists it. */
  readonly name: string;
  /** Runs it. */
  readonly handler: (input: never, extra: never) => Promise<unknown>;
}

/** The client of an MCP server, as far as it matters here. */
export interface McpCaller {
  /** Calls a tool of the server. */
  readonly callTool: (this: void, params: never, ...rest: never[]) => Promise<unknown>;
  /** Lists the tools of the server. */
  readonly listTools: (this: void, params?: never, ...rest: never[]) => Promise<unknown>;
  /** As the server names itself. */
  readonly getServerVersion?: () => unknown;
}

/** Milliseconds for policies. */
const DECIDE_MS = 60_000;

/**
 * Tools of a server in this process that run only where the policies let them; a denied call has the result of a tool that failed, which the
 * model reads.
 */
export function gateServerTools(
  tools: readonly ServerTool[],
  gatehouse: Gatehouse,
  options: GateOptions,
): readonly ServerTool[] {
  const names = tools.map(({ name }) => name);
  checkedKinds(options.kinds ?? {}, names);
  const server = options.server ?? "sdk";
  return tools.map((tool) => {
    const handler = async (input: unknown, extra: unknown): Promise<unknown> => {
      const call = { name: tool.name, arguments: input };
      const outcome = await decided(gatehouse, server, call, options, own(extra, "signal"));
      if (outcome.kind === "denied") return deniedResult(outcome.told);
      return await outcome.run((params) =>
        applied(tool.handler, tool, [own(params, "arguments") ?? {}, extra]),
      );
    };
    return { ...tool, handler };
  });
}

/** The client whose calls are decided first; everything else of it stays as it is. A tool that its server does not list is not called. */
export function gateMcpClient(client: McpCaller, gatehouse: Gatehouse, options: GateOptions): McpCaller {
  checkedKinds(options.kinds ?? {}, undefined);
  const listed = followTools({
    server: options.server ?? "server",
    requests: { ask: async ({ params }) => asFields(await applied(client.listTools, client, [params])) },
    policies: () => [],
    tell: () => undefined,
    saw: () => undefined,
  });
  const callTool = async (params: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
    const said = own(client.getServerVersion?.(), "name");
    const server = options.server ?? (typeof said === "string" ? said : "server");
    const isListed = async (tool: string): Promise<boolean> => await listed.has(tool);
    const settings = { ...options, isListed };
    const outcome = await decided(gatehouse, server, params, settings, own(rest[1], "signal"));
    if (outcome.kind === "denied") return deniedResult(outcome.told);
    return await outcome.run((call) => applied(client.callTool, client, [call, ...rest]));
  };
  // Its methods need the object that they are of: its private members are there.
  return new Proxy(client, {
    get: (target, key) => {
      if (key === "callTool") return callTool;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === "function"
        ? (...given: unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}

function asFields(value: unknown): RpcFields | undefined {
  return isRecord(value) ? value : undefined;
}

async function applied(
  work: (...given: never[]) => Promise<unknown>,
  self: object,
  given: readonly unknown[],
): Promise<unknown> {
  return await Reflect.apply(work, self, given);
}

/** What becomes of a call, and what runs one that may be made. */
type Outcome =
  | { readonly kind: "denied"; readonly told: string }
  | {
      readonly kind: "forward";
      /** Runs the tool with the parameters of the call, which are made anew of what was decided. */
      readonly run: (tool: (params: RpcFields) => unknown) => Promise<unknown>;
    };

async function decided(
  gatehouse: Gatehouse,
  server: string,
  params: unknown,
  { event, ask, approval, isListed }: GateOptions & Pick<DecideCallOptions, "isListed">,
  signal: unknown,
): Promise<Outcome> {
  const call = readMcpCall(isRecord(params) ? params : undefined);
  if (typeof call === "string") return { kind: "denied", told: `This call was denied: ${call}.` };
  const fields: EventFields = (typeof event === "function" ? event(call.args ?? {}, call.tool) : event) ?? {};
  const outcome = await decideCall(call, {
    gatehouse,
    server,
    event: fields,
    decideMs: DECIDE_MS,
    ...(isListed !== undefined && { isListed }),
    signal: signal instanceof AbortSignal ? signal : new AbortController().signal,
    unasked: async (decision, asked) => {
      if (ask === undefined || !(await saysYes(ask, decision, asked))) return decision;
      // Decided anew: what is approved is this call, as the policies see it now.
      return await gatehouse.decide(asked, { approvals: [approve(decision, asked, approval)] });
    },
  });
  if (outcome.kind === "denied") return outcome;
  const made = callEventOf(call, server, fields);
  const { args } = outcome;
  const given = { ...call.rest, name: call.tool, ...(args !== undefined && { arguments: args }) };
  return {
    kind: "forward",
    run: async (tool) => {
      if (signal instanceof AbortSignal) signal.throwIfAborted();
      try {
        return await runDecided(gatehouse, made, { ...made.params, ...args }, () => tool(given), {
          form: CONTENT,
        });
      } catch (error) {
        if (error instanceof ToolDenied) return deniedResult(error.message);
        throw error;
      }
    },
  };
}

import { isRecord, type JsonObject, own } from "@gatehouse-hooks/json";
import { approve } from "../approvals/approve.js";
import type { EventFields } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { ToolDenied } from "../gatehouse-error.js";
import { CONTENT, deniedResult } from "./call-result.js";
import { callEventOf, decideCall } from "./decide-call.js";
import { readCall } from "./read-call.js";
import { saysYes } from "../settle-call.js";
import { runDecided } from "../settle-result.js";
import type { GateOptions } from "../frameworks/tool-gate.js";

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
  /** As the server names itself. */
  readonly getServerVersion?: () => unknown;
}

/** Milliseconds for policies. */
const DECIDE_MS = 60_000;

/** A tool that runs only where the policies let it; a denied call has the result of a tool that failed, which the model reads. */
export function gateServerTool(tool: ServerTool, gatehouse: Gatehouse, options: GateOptions): ServerTool {
  const server = options.server ?? "sdk";
  const handler = async (input: unknown, extra: unknown): Promise<unknown> => {
    const outcome = await decided(gatehouse, server, { name: tool.name, arguments: input }, options);
    if (outcome.kind === "denied") return deniedResult(outcome.told);
    return await outcome.run(() => applied(tool.handler, tool, [outcome.args ?? {}, extra]));
  };
  return { ...tool, handler };
}

/** The client whose calls are decided first; everything else of it stays as it is. */
export function gateMcpClient(client: McpCaller, gatehouse: Gatehouse, options: GateOptions): McpCaller {
  const callTool = async (params: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
    const said = own(client.getServerVersion?.(), "name");
    const server = options.server ?? (typeof said === "string" ? said : "server");
    const outcome = await decided(gatehouse, server, params, options);
    if (outcome.kind === "denied") return deniedResult(outcome.told);
    const call = {
      ...(isRecord(params) ? params : {}),
      ...(outcome.args !== undefined && { arguments: outcome.args }),
    };
    return await outcome.run(() => applied(client.callTool, client, [call, ...rest]));
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
      readonly args?: JsonObject;
      readonly run: (tool: () => unknown) => Promise<unknown>;
    };

async function decided(
  gatehouse: Gatehouse,
  server: string,
  params: unknown,
  { event, ask }: GateOptions,
): Promise<Outcome> {
  const call = readCall(isRecord(params) ? params : undefined);
  if (typeof call === "string") return { kind: "denied", told: `This call was denied: ${call}.` };
  const fields: EventFields = (typeof event === "function" ? event(call.args ?? {}, call.tool) : event) ?? {};
  const outcome = await decideCall(call, {
    gatehouse,
    server,
    event: fields,
    decideMs: DECIDE_MS,
    signal: new AbortController().signal,
    unasked: async (decision, asked) => {
      if (ask === undefined || !(await saysYes(ask, decision, asked))) return decision;
      // Decided anew: what is approved is this call, as the policies see it now.
      return await gatehouse.decide(asked, { approvals: [approve(decision, asked)] });
    },
  });
  if (outcome.kind === "denied") return outcome;
  const made = callEventOf(call, server, fields);
  return {
    ...outcome,
    run: async (tool) => {
      try {
        return await runDecided(gatehouse, made, { ...made.params, ...outcome.args }, tool, {
          form: CONTENT,
        });
      } catch (error) {
        if (error instanceof ToolDenied) return deniedResult(error.message);
        throw error;
      }
    },
  };
}

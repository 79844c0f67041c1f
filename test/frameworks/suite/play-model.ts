import type { GateOptions } from "@gatehouse-hooks/core";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { objectOfArgs } from "./model-calls.js";
import type { AgentRun, ModelCall } from "./suite-case.js";

/** Plays the model of an agent whose tools are those of an MCP client: the calls of an answer are made at once. */
export async function playModel(client: Client, run: AgentRun): Promise<string> {
  const told: string[] = [];
  for (const calls of run.turns) {
    run.signal.throwIfAborted();
    told.push(...(await Promise.all(calls.map(async (call) => await called(client, call, run)))));
  }
  return told.join("\n");
}

/** What the model is told of a call, whether by a result or by an error. */
async function called(
  client: Client,
  { tool: name, args, more }: ModelCall,
  { live, signal }: AgentRun,
): Promise<string> {
  try {
    const given = objectOfArgs(args);
    live(given);
    return JSON.stringify(await client.callTool({ ...more, name, arguments: given }, undefined, { signal }));
  } catch (error) {
    return String(error);
  }
}

/** The person of a run, where `ask` is the pause: shown what a call's own parameters are. */
export function askedOf({ answer }: AgentRun): NonNullable<GateOptions["ask"]> {
  return async (_, { params }) => {
    const { server: _server, tool, ...given } = params;
    return await answer(String(tool), given);
  };
}

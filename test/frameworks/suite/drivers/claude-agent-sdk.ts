import { createSdkMcpServer, type SdkMcpToolDefinition, tool } from "@anthropic-ai/claude-agent-sdk";
import { gate } from "@gatehouse-hooks/core";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { z } from "zod";
import { contentOf, lastOf } from "../model-calls.js";
import { askedOf, playModel } from "../play-model.js";
import type { Driver } from "../suite-case.js";

const ANY = z.unknown().optional();

/** Tools of the Claude Agent SDK, in its own server; its program, which is a client of it, is played. `ask` is the pause. */
export const driver: Driver = async (run) => {
  const shape = { command: ANY, amount: ANY, to: ANY, path: ANY };
  const made = Object.entries(run.tools).map(([name, body]): SdkMcpToolDefinition<typeof shape> =>
    tool(name, name, shape, async (input) => {
      run.live(input);
      return contentOf(await lastOf(body(input)));
    }),
  );
  const tools = await gate(made, run.gatehouse, { ...run.options, server: "agent", ask: askedOf(run) });
  const { instance } = createSdkMcpServer({ name: "agent", tools });
  const client = new Client({ name: "claude", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await instance.connect(there);
  await client.connect(here);
  try {
    return await playModel(client, run);
  } finally {
    await client.close();
  }
};

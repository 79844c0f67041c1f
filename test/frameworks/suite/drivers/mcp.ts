import { gate } from "@gatehouse-hooks/core";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { contentOf, lastOf } from "../model-calls.js";
import { askedOf, playModel } from "../play-model.js";
import type { AgentRun, Driver } from "../suite-case.js";

/** The client of an MCP server, as an agent holds one. `ask` is the pause. */
export const driver: Driver = async (run) => {
  const client = new Client({ name: "agent", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await serverOf(run).connect(there);
  await client.connect(here);
  try {
    return await playModel(await gate(client, run.gatehouse, { ...run.options, ask: askedOf(run) }), run);
  } finally {
    await client.close();
  }
};

/** A server that runs whatever it is sent: it is the gate that keeps a call from it. */
function serverOf({ tools }: AgentRun): McpServer {
  const made = new McpServer({ name: "agent", version: "1" }, { capabilities: { tools: {} } });
  const { server } = made;
  const inputSchema = { type: "object" } as const;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({ name, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { name, arguments: input = {}, _meta, ...others } = params;
    // As lenient servers read names.
    const known = name.trim().toLowerCase().replaceAll("\0", "");
    const body = Object.hasOwn(tools, known) ? tools[known] : tools["bash"];
    try {
      return contentOf(await lastOf(body?.({ ...input, ...others })));
    } catch (error) {
      return { ...contentOf(String(error)), isError: true };
    }
  });
  return made;
}

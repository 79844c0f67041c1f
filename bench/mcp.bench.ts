import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createGatehouse, definePolicies, type Gatehouse } from "@gatehouse-hooks/core";
import { gateMcp } from "@gatehouse-hooks/core/mcp";
import { z } from "zod";
import type { Frame } from "./frame/frame.js";

/** What a call of a tool costs between the official client and server, in one process, with the gate between them. */
export default async function mcp(frame: Frame): Promise<void> {
  for (const size of [1, 100]) {
    const alone = await clientOf(undefined);
    const gated = await clientOf(await gatehouseOf(size));
    const subjects = {
      "client and server alone": async (path: string) => await wordsOf(alone, path),
      "with the gate": async (path: string) => await wordsOf(gated, path),
    };
    const label = `${size} policies, one call`;
    await frame.agree(label, subjects, ["a.txt", "b/c.txt", ""]);
    await frame.measure(
      label,
      {
        "client and server alone": async () => await wordsOf(alone, "a.txt"),
        "with the gate": async () => await wordsOf(gated, "a.txt"),
      },
      { async: true },
    );
    await Promise.all([alone.close(), gated.close()]);
  }
}

async function gatehouseOf(size: number): Promise<Gatehouse> {
  const policies = Array.from({ length: size }, (_, at) => ({
    id: `p${at}`,
    events: "before_tool_call" as const,
    when: `toolName == "mcp__files__write" && params.path.startsWith("/forbidden/${at}/")`,
    deny: "not there",
  }));
  return await createGatehouse({ policies: definePolicies(...policies) });
}

async function clientOf(gatehouse: Gatehouse | undefined): Promise<Client> {
  const server = new McpServer({ name: "files", version: "1" });
  server.registerTool("write", { inputSchema: { path: z.string() } }, ({ path }) => ({
    content: [{ type: "text", text: `wrote ${path}` }],
  }));
  const [clientSide, toClient] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1" });
  if (gatehouse === undefined) {
    await server.connect(toClient);
  } else {
    const [toServer, serverSide] = InMemoryTransport.createLinkedPair();
    await server.connect(serverSide);
    await gateMcp({ client: toClient, server: toServer, name: "files", gatehouse });
  }
  await client.connect(clientSide);
  return client;
}

async function wordsOf(client: Client, path: string): Promise<string> {
  const { content } = await client.callTool({ name: "write", arguments: { path } });
  return JSON.stringify(content);
}

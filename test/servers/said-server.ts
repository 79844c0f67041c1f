import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readFileSync } from "node:fs";
import process from "node:process";
import { z } from "zod";

/** A server of the official SDK whose tool `write` has the given description. */
export function saidServer(description: string): McpServer {
  const server = new McpServer({ name: "said", version: "1.0.0" });
  server.registerTool("write", { description, inputSchema: { path: z.string() } }, ({ path }) => ({
    content: [{ type: "text", text: `wrote ${path}` }],
  }));
  return server;
}

// Its command stays the same while what it says changes.
if (process.argv[1] === import.meta.filename)
  await saidServer(readFileSync(process.argv[2] ?? "", "utf8")).connect(new StdioServerTransport());

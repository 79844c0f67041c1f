// A gate before a server of the Model Context Protocol: `tsx mcp-gate.ts POLICIES COMMAND ARGS…`, where an agent would start the
// server itself. `gatehouse mcp-gate` does the same without code.
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createGatehouse } from "@gatehouse-hooks/core";
import { gateMcp } from "@gatehouse-hooks/core/mcp";
import process from "node:process";

const [policies = "", command = "", ...args] = process.argv.slice(2);
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
const gate = await gateMcp({
  client: new StdioServerTransport(),
  server: new StdioClientTransport({ command, args, env }),
  name: "files",
  gatehouse: await createGatehouse({ policies }),
  onNotice: ({ message }) => process.stderr.write(`${message}\n`),
});
process.stdin.once("end", () => void gate.close());
await gate.closed;
process.exit(0);

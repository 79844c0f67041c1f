import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { appendFileSync } from "node:fs";
import process from "node:process";
import { z } from "zod";

/**
 * A server of the Model Context Protocol for tests: the official SDK. Started as a program it is on standard input and output.
 *
 * @param log a file that each call is appended to, so that what ran is seen from outside
 */
export function exampleServer(log: string | undefined): McpServer {
  const server = new McpServer({ name: "example", version: "1.0.0" });
  const ran = (line: unknown): void => {
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(line)}\n`);
  };
  const words = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

  const inputSchema = { path: z.string(), content: z.string().optional() };
  server.registerTool("write", { inputSchema }, (args) => {
    ran({ write: args });
    return words(`wrote ${args.path}`);
  });
  server.registerTool("slow", {}, async ({ sendNotification, signal, _meta }) => {
    const progressToken = _meta?.progressToken ?? "none";
    await sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1 } });
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ran("slow was cancelled");
    return words("slow");
  });
  server.registerTool("ask-model", {}, async () => {
    const messages = [{ role: "user" as const, content: { type: "text" as const, text: "say a word" } }];
    const { content } = await server.server.createMessage({ messages, maxTokens: 10 });
    return words(`the model said ${JSON.stringify(content)}`);
  });
  server.registerTool("grow", {}, () => {
    server.registerTool("new-tool", { inputSchema: { where: z.string() } }, () => words("new"));
    return words("grown");
  });
  server.registerTool("crash", {}, () => process.exit(7));
  server.registerTool("noise", {}, () => {
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    process.stdout.write("not JSON\n[]\n{}\n");
    process.stdout.write(`${"x".repeat(11 * 1024 * 1024)}\n`);
    process.stderr.write("noise on stderr\n");
    return words("noisy");
  });
  server.registerTool("environment", { inputSchema: { name: z.string() } }, ({ name }) =>
    words(process.env[name] ?? "none"),
  );
  server.registerResource("greeting", "test://greeting", {}, () => ({
    contents: [{ uri: "test://greeting", text: "hello" }],
  }));
  return server;
}

if (process.argv[1] === import.meta.filename)
  await exampleServer(process.argv[2]).connect(new StdioServerTransport());

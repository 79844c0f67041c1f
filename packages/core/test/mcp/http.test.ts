import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CreateMessageRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, expectTypeOf, test } from "vitest";
import { createGatehouse } from "@gatehouse-hooks/core";
import { gateMcp, type McpTransport } from "@gatehouse-hooks/core/mcp";
import { mcpEndpoint } from "../../../../test/servers/mcp-endpoint.js";
import { exampleServer } from "../../../../test/servers/mcp-server.js";
import { POLICIES, wordsOf } from "./gated-server.js";

test("every transport of the official SDK is one of the gate", () => {
  expectTypeOf<Transport>().toExtend<McpTransport>();
});

test("streamable HTTP on both sides: calls, questions, progress, sampling, cancellation, changed lists", async () => {
  const server = await mcpEndpoint(async (transport) => {
    await exampleServer(undefined).connect(transport);
  });
  const gatehouse = await createGatehouse({ policies: POLICIES });
  const notices: string[] = [];
  const gate = await mcpEndpoint(async (transport) => {
    await gateMcp({
      client: transport,
      server: new StreamableHTTPClientTransport(server.url),
      name: "files",
      gatehouse,
      onNotice: ({ message }) => void notices.push(message),
    });
  });
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: {}, sampling: {} } },
  );
  let answer: "accept" | "decline" = "accept";
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: answer, content: {} }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "m",
    content: { type: "text", text: "word" },
  }));
  const write = (path: string) => ({ name: "write", arguments: { path } });
  try {
    await client.connect(new StreamableHTTPClientTransport(gate.url));
    expect(wordsOf(await client.callTool(write("a.txt")))).toBe("wrote a.txt");
    expect(wordsOf(await client.callTool(write("id.pem")))).toMatch(/denied by `no-keys`/);
    expect(wordsOf(await client.callTool(write("draft")))).toBe("wrote drafts/draft");
    expect(wordsOf(await client.callTool(write("/yes")))).toBe("wrote /yes");
    answer = "decline";
    expect((await client.callTool(write("/no"))).isError).toBe(true);
    expect(wordsOf(await client.callTool({ name: "ask-model" }))).toContain("word");
    const cancel = new AbortController();
    const slow = client.callTool({ name: "slow" }, undefined, {
      signal: cancel.signal,
      onprogress: () => cancel.abort(),
    });
    await expect(slow).rejects.toThrow();
    const before = (await client.listTools()).tools.length;
    await client.callTool({ name: "grow" });
    expect((await client.listTools()).tools).toHaveLength(before + 1);
    await expect.poll(() => notices.join("\n")).toContain("`new-tool` new");
    // The gate speaks the version that client and server have agreed on.
    expect(server.seen.at(-1)?.["mcp-protocol-version"]).toBe(gate.seen.at(-1)?.["mcp-protocol-version"]);
  } finally {
    await client.close();
    await gate.close();
    await server.close();
  }
});

// What a server of MCP answers to a call is decided before the client reads it.
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { createGatehouse, definePolicies } from "@gatehouse-hooks/core";
import { gateMcp } from "@gatehouse-hooks/core/mcp";
import { DISGUISES } from "../frameworks/disguises.js";
import { gated, wordsOf } from "./gated-server.js";

const REDACTING = { text: "version: 1\nextends: [pack/redact-output]\n" };

function server(answer: () => object): McpServer {
  const files = new McpServer({ name: "files", version: "1" });
  files.registerTool("read", { inputSchema: { path: z.string() } }, async () => answer() as { content: [] });
  return files;
}

test("no secret of a result is read by the client, in any disguise, as text, as data and as an error", async () => {
  let text = "";
  const answers = [
    () => ({ content: [{ type: "text", text }] }),
    () => ({ content: [{ type: "text", text: "see data" }], structuredContent: { deep: [{ line: text }] } }),
    () => {
      throw new Error(text);
    },
  ];
  for (const answer of answers) {
    const { client, gate } = await gated(server(answer), { policies: REDACTING });
    for (const disguise of DISGUISES) {
      ({ text } = disguise);
      const result = await client.callTool({ name: "read", arguments: { path: "a" } });
      expect(JSON.stringify(result), disguise.name).toContain("[REDACTED]");
      expect(JSON.stringify(result), disguise.name).not.toContain(
        JSON.stringify(disguise.secret).slice(1, -1),
      );
    }
    await gate.close();
  }
});

test("a result is withheld with the reason, and replaced by text", async () => {
  let text = "loud";
  const { client, gate } = await gated(
    server(() => ({ content: [{ type: "text", text }] })),
    {
      policies: definePolicies(
        {
          id: "quiet",
          events: "after_tool_call",
          when: 'toolName == "mcp__files__read" && params.path == "a" && result.content.any(c, c.text == "loud")',
          deny: "not for models",
        },
        {
          id: "final",
          events: "after_tool_call",
          when: 'result.content.any(c, c.text == "draft")',
          set: { result: "the final" },
        },
      ),
    },
  );
  const call = async () => await client.callTool({ name: "read", arguments: { path: "a" } });
  const withheld = await call();
  expect([withheld.isError, wordsOf(withheld)]).toEqual([
    true,
    "The call was made, and its result is withheld by `quiet`: not for models.",
  ]);
  text = "draft";
  expect(wordsOf(await call())).toBe("the final");
  await gate.close();
});

/** A gate with raw messages on both sides: what it sends, in order. */
async function raw(): Promise<{
  readonly ask: (message: object) => Promise<void>;
  readonly answer: (message: object) => Promise<void>;
  readonly sent: object[];
  readonly close: () => Promise<void>;
}> {
  const gatehouse = await createGatehouse({ policies: REDACTING });
  const [client, toClient] = InMemoryTransport.createLinkedPair();
  const [toServer, far] = InMemoryTransport.createLinkedPair();
  const sent: object[] = [];
  Object.assign(client, { onmessage: (message: object) => void sent.push(message) });
  const answerList = (message: { readonly id?: unknown; readonly method?: unknown }): void => {
    // The gate's own question for the tools.
    if (message.method === "tools/list")
      void far.send({ jsonrpc: "2.0", id: message.id, result: { tools: [{ name: "read" }] } } as never);
  };
  Object.assign(far, { onmessage: answerList });
  const gate = await gateMcp({ client: toClient, server: toServer, name: "files", gatehouse });
  await Promise.all([client.start(), far.start()]);
  const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
  const send = async (side: InMemoryTransport, message: object): Promise<void> => {
    await side.send({ jsonrpc: "2.0", ...message } as never);
    for (let turn = 0; turn < 50; turn++) await settle();
  };
  return {
    ask: (message) => send(client, message),
    answer: (message) => send(far, message),
    sent,
    close: () => gate.close(),
  };
}

const SECRET = { content: [{ type: "text", text: "DB_PASSWORD=hunter2" }] };

test("the result of a task is decided as that of its call, and one that nobody asked for, too", async () => {
  const gate = await raw();
  await gate.ask({ id: 1, method: "tools/call", params: { name: "read", arguments: {}, task: { ttl: 1 } } });
  await gate.answer({ id: 1, result: { task: { taskId: "t1", status: "working" } } });
  for (const [id, taskId] of [
    [2, "t1"],
    [3, "before the gate"],
  ]) {
    await gate.ask({ id, method: "tasks/result", params: { taskId } });
    await gate.answer({ id, result: SECRET });
  }
  expect(gate.sent).toHaveLength(3);
  expect(JSON.stringify(gate.sent)).not.toContain("hunter2");
  expect(gate.sent.at(-1)).toMatchObject({
    id: 3,
    result: { content: [{ text: "DB_PASSWORD=[REDACTED]" }] },
  });
  await gate.close();
});

test("an error of the protocol is decided, with its data", async () => {
  const gate = await raw();
  await gate.ask({ id: 1, method: "tools/call", params: { name: "read", arguments: {} } });
  await gate.answer({
    id: 1,
    error: { code: -32_000, message: "TOKEN=hunter2", data: { password: "hunter3" } },
  });
  expect(gate.sent).toHaveLength(1);
  expect(JSON.stringify(gate.sent)).not.toMatch(/hunter/);
  expect(gate.sent).toMatchObject([{ id: 1, error: { code: -32_000 } }]);
  await gate.close();
});

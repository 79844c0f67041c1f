import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { mcpEndpoint } from "../../../../test/servers/mcp-endpoint.js";
import { exampleServer } from "../../../../test/servers/mcp-server.js";
import { HttpServer } from "../../src/mcp/http-server.js";

test("the official server answers, asks, tells progress, and gets the headers", async () => {
  const endpoint = await mcpEndpoint(async (transport) => {
    await exampleServer(undefined).connect(transport);
  });
  const client = new Client({ name: "test", version: "1" });
  const transport = new HttpServer(endpoint.url, { authorization: "Bearer x" });
  await client.connect(transport);
  expect(await client.callTool({ name: "write", arguments: { path: "a" } })).toMatchObject({
    content: [{ text: "wrote a" }],
  });
  let progress = 0;
  const cancel = new AbortController();
  const slow = client.callTool({ name: "slow" }, undefined, {
    signal: cancel.signal,
    onprogress: () => {
      progress++;
      cancel.abort();
    },
  });
  await expect(slow).rejects.toThrow();
  expect(progress).toBe(1);
  expect((await client.readResource({ uri: "test://greeting" })).contents).toHaveLength(1);
  expect(new Set(endpoint.seen.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer x"]));
  expect(endpoint.seen.at(-1)?.["mcp-session-id"]).toMatch(/./);
  await client.close();
  await endpoint.close();
});

/** A server that answers each request with the next of these. */
async function answering(
  answers: readonly { readonly status?: number; readonly type?: string; readonly body?: string | Buffer }[],
): Promise<{ readonly url: URL; readonly seen: string[]; readonly close: () => void }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { status = 200, type = "text/event-stream", body = "" } = answers[seen.length] ?? { status: 405 };
    seen.push(`${request.method ?? ""} ${String(request.headers["last-event-id"] ?? "")}`.trim());
    response.writeHead(status, { "content-type": type, location: "http://127.0.0.1:9/" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { url, seen, close: () => void server.close() };
}

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

async function answersTo(answers: Parameters<typeof answering>[0]): Promise<{
  readonly messages: readonly object[];
  readonly errors: readonly string[];
  readonly seen: readonly string[];
  readonly failed: boolean;
}> {
  const server = await answering(answers);
  const transport = new HttpServer(server.url, {});
  const messages: object[] = [];
  const errors: string[] = [];
  let failed = false;
  const answered = new Promise<void>((resolve) => {
    Object.assign(transport, {
      onmessage: (message: object) => {
        messages.push(message);
        if ("id" in message) resolve();
      },
      onerror: (error: Error) => void errors.push(error.message),
    });
  });
  await transport.send(PING).then(
    async () => await answered,
    () => (failed = true),
  );
  await transport.close();
  server.close();
  return { messages, errors, seen: server.seen, failed };
}

const RESULT = '{"jsonrpc":"2.0","id":1,"result":{}}';

test.each([
  ["LF", `data: ${RESULT}\n\n`],
  ["CR LF", `: comment\r\nevent: message\r\ndata: ${RESULT}\r\n\r\n`],
  ["CR", `data:${RESULT}\rid: 7\r\r`],
  ["data in two lines", `data: {"jsonrpc":"2.0","id":1,\ndata: "result":{}}\n\n`],
])("events whose lines end with %s", async (_, body) => {
  expect((await answersTo([{ body }])).messages).toEqual([JSON.parse(RESULT)]);
});

test("a stream that breaks off is gone on with where its events have ids, and is an error otherwise", async () => {
  const resumed = await answersTo([{ body: "id: 7\nretry: 1\ndata:\n\n" }, { body: `data: ${RESULT}\n\n` }]);
  expect(resumed.messages).toEqual([JSON.parse(RESULT)]);
  expect(resumed.seen).toEqual(["POST", "GET 7"]);
  const broken = await answersTo([{ body: "data: not JSON\n\n" }]);
  expect(broken.messages).toMatchObject([{ id: 1, error: { message: /ended without an answer/ } }]);
});

test("redirections, refusals and answers without end are not followed", async () => {
  expect((await answersTo([{ status: 307 }])).failed).toBe(true);
  expect((await answersTo([{ status: 401 }])).failed).toBe(true);
  const long = Buffer.alloc(11 * 1024 * 1024, "x");
  expect((await answersTo([{ type: "application/json", body: long }])).failed).toBe(true);
  expect((await answersTo([{ body: long }])).messages).toMatchObject([{ error: {} }]);
});

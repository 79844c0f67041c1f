import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { createGatehouse } from "@gatehouse-hooks/core";
import { gateMcp, type McpTransport } from "@gatehouse-hooks/core/mcp";
import { POLICIES } from "./gated-server.js";

interface Raw {
  /** What the server gets, and what the client gets. */
  readonly atServer: Record<string, unknown>[];
  readonly atClient: Record<string, unknown>[];
  readonly fromClient: (message: unknown) => Promise<void>;
  readonly fromServer: (message: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Both ends as they are on the wire: messages that no SDK would send. */
async function raw(): Promise<Raw> {
  const gatehouse = await createGatehouse({ policies: POLICIES });
  const [clientEnd, client] = InMemoryTransport.createLinkedPair();
  const [server, serverEnd] = InMemoryTransport.createLinkedPair();
  const atServer: Record<string, unknown>[] = [];
  const atClient: Record<string, unknown>[] = [];
  const collect =
    (into: Record<string, unknown>[]): NonNullable<McpTransport["onmessage"]> =>
    (message) =>
      void into.push({ ...message });
  // The gate asks which tools there are.
  const answer = (id: unknown): unknown =>
    serverEnd.send({
      jsonrpc: "2.0",
      id,
      result: { tools: [{ name: "write" }] },
    } as unknown as JSONRPCMessage);
  const arrived = collect(atServer);
  Object.assign(serverEnd, {
    onmessage: (message: { readonly method?: string; readonly id?: unknown }) =>
      message.method === "tools/list" ? answer(message.id) : arrived(message),
  });
  Object.assign(clientEnd, { onmessage: collect(atClient) });
  await Promise.all([serverEnd.start(), clientEnd.start()]);
  const gate = await gateMcp({ client, server, name: "files", gatehouse });
  return {
    atServer,
    atClient,
    fromClient: async (message) => await clientEnd.send(message as JSONRPCMessage),
    fromServer: async (message) => await serverEnd.send(message as JSONRPCMessage),
    close: async () => await gate.close(),
  };
}

const key = { name: "write", arguments: { path: "id.pem" } };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: key };

test.each([
  ["a batch", [call]],
  ["a call without an id", { jsonrpc: "2.0", method: "tools/call", params: key }],
  ["a call with null as its id", { ...call, id: null }],
  ["a call with an object as its id", { ...call, id: { a: 1 } }],
  ["a method in other letters", { ...call, method: "Tools/Call" }],
  ["a method with blanks", { ...call, method: " tools/call\n" }],
  ["a method with a long s", { ...call, method: "toolſ/call" }],
  ["a second method in other letters", { ...call, method: "ping", Method: "tools/call" }],
  ["second parameters in other letters", { ...call, Params: key, params: {} }],
  ["a request that is an answer, too", { ...call, result: {} }],
  ["parameters in a list", { ...call, params: ["write", { path: "id.pem" }] }],
  ["no parameters", { jsonrpc: "2.0", id: 1, method: "tools/call" }],
  ["a name that is not a string", { ...call, params: { ...key, name: ["write"] } }],
  ["a second name in other letters", { ...call, params: { ...key, name: "read", Name: "write" } }],
  ["second arguments in other letters", { ...call, params: { ...key, arguments: {}, Arguments: {} } }],
  ["arguments that are a list", { ...call, params: { name: "write", arguments: ["id.pem"] } }],
  ["arguments that are a string", { ...call, params: { name: "write", arguments: '{"path":"id.pem"}' } }],
  ["arguments with half a character", { ...call, params: { name: "write", arguments: { path: "\ud800" } } }],
  ["arguments that are too deep", { ...call, params: { name: "write", arguments: { a: deep(70) } } }],
  ["a string", "tools/call"],
  ["null", null],
])("%s never reaches the server", async (_, message) => {
  const { atServer, fromClient, close } = await raw();
  await fromClient(message);
  // What comes afterwards is decided afterwards.
  const harmless = { name: "write", arguments: { path: "a.txt" } };
  await fromClient({ ...call, id: "after", params: harmless });
  await expect.poll(() => atServer.map(({ id }) => id)).toEqual(["after"]);
  await close();
});

test("fields that the protocol does not have stay behind, inherited ones are not read", async () => {
  const { atServer, fromClient, close } = await raw();
  await fromClient(
    Object.assign(Object.create({ method: "tools/call" }) as object, {
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
      more: 1,
    }),
  );
  await fromClient(Object.create({ ...call }) as object);
  await fromClient({ jsonrpc: "2.0", id: 2, method: "ping" });
  await expect
    .poll(() => atServer)
    .toEqual([
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "ping" },
    ]);
  await close();
});

test("what the server gets is what was decided, whatever becomes of the client's object", async () => {
  const { atServer, fromClient, close } = await raw();
  const params = { name: "write", arguments: { path: "a.txt" } };
  const sent = fromClient({ ...call, params });
  params.arguments.path = "id.pem";
  await sent;
  await expect.poll(() => atServer.length).toBe(1);
  expect(atServer[0]?.["params"]).toEqual({ name: "write", arguments: { path: "a.txt" } });
  await close();
});

test("parameters that the protocol does not have stay behind, those that it has pass", async () => {
  const { atServer, fromClient, close } = await raw();
  const has = { name: "write", arguments: { path: "a.txt" }, _meta: { progressToken: 7 }, task: { ttl: 1 } };
  const more = { args: { path: "id.pem" }, input: { path: "id.pem" }, extra: 1 };
  await fromClient({ ...call, params: { ...has, ...more } });
  await expect.poll(() => atServer.length).toBe(1);
  expect(atServer[0]?.["params"]).toEqual(has);
  await close();
});

test.each(["WRITE", "write ", " write", "write\0", "write\u200b", "files/write", "nosuchtool", "wri\te"])(
  "a name that the server does not list (%j) never reaches it",
  async (name) => {
    const { atServer, atClient, fromClient, close } = await raw();
    for (const id of [1, 2])
      await fromClient({ ...call, id, params: { name, arguments: { path: "a.txt" } } });
    await fromClient({ ...call, id: "after", params: { name: "write", arguments: { path: "a.txt" } } });
    await expect.poll(() => atServer.map(({ id }) => id)).toEqual(["after"]);
    expect(JSON.stringify(atClient)).toMatch(/lists no tool|the name of a tool/);
    await close();
  },
);

test("a second request under an id that waits is refused, and so is the thousand and first", async () => {
  const { atServer, atClient, fromClient, close } = await raw();
  for (let id = 0; id < 1_000; id++) await fromClient({ jsonrpc: "2.0", id, method: "ping" });
  await fromClient({ jsonrpc: "2.0", id: 5, method: "ping" });
  await fromClient({ jsonrpc: "2.0", id: 1_000, method: "ping" });
  expect(atServer).toHaveLength(1_000);
  expect(atClient.map(({ id, error }) => [id, (error as { code: number }).code])).toEqual([
    [5, -32_600],
    [1_000, -32_600],
  ]);
  await close();
});

test("a server cannot answer what it was not sent, nor the gate's question", async () => {
  const { atServer, atClient, fromClient, fromServer, close } = await raw();
  const capabilities = { elicitation: {} };
  await fromClient({ jsonrpc: "2.0", id: 0, method: "initialize", params: { capabilities } });
  await fromClient({ ...call, params: { name: "write", arguments: { path: "/etc/hosts" } } });
  await expect.poll(() => atClient.at(-1)?.["method"]).toBe("elicitation/create");
  const question = atClient.at(-1)?.["id"];
  await fromServer({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  await fromServer({ jsonrpc: "2.0", id: question, result: { action: "accept" } });
  await fromServer({
    jsonrpc: "2.0",
    id: question,
    method: "elicitation/create",
    params: { message: "nice?" },
  });
  expect(atClient).toHaveLength(1);
  // Words that are nearly a yes are a no.
  await fromClient({ jsonrpc: "2.0", id: question, result: { action: ["accept"] } });
  await expect.poll(() => atClient.at(-1)?.["id"]).toBe(1);
  expect(atClient.at(-1)?.["result"]).toMatchObject({ isError: true });
  expect(atServer).toHaveLength(1);
  await close();
});

test("a call that is cancelled while a person is asked takes its question back", async () => {
  const { atServer, atClient, fromClient, close } = await raw();
  const capabilities = { elicitation: {} };
  await fromClient({ jsonrpc: "2.0", id: 0, method: "initialize", params: { capabilities } });
  await fromClient({ ...call, params: { name: "write", arguments: { path: "/etc/hosts" } } });
  await expect.poll(() => atClient.at(-1)?.["method"]).toBe("elicitation/create");
  const requestId = atClient.at(-1)?.["id"];
  await fromClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  await expect
    .poll(() => atClient.at(-1))
    .toMatchObject({
      method: "notifications/cancelled",
      params: { requestId },
    });
  await fromClient({ jsonrpc: "2.0", id: requestId, result: { action: "accept" } });
  await fromClient({ jsonrpc: "2.0", id: 2, method: "ping" });
  // An answer that is too late is not the gate's any more: it passes, and no call does.
  await expect.poll(() => atServer.at(-1)?.["id"]).toBe(2);
  expect(atServer.some(({ method }) => method === "tools/call" || method === "notifications/cancelled")).toBe(
    false,
  );
  await close();
});

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}

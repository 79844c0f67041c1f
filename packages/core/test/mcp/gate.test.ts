import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { definePolicy, gate } from "@gatehouse-hooks/core";
import { gated, wordsOf } from "./gated-server.js";

function server(): { readonly server: McpServer; readonly ran: unknown[] } {
  const ran: unknown[] = [];
  const made = new McpServer({ name: "files", version: "1" });
  const inputSchema = { path: z.string(), content: z.string().optional() };
  made.registerTool("write", { inputSchema }, (args) => {
    ran.push(args);
    return { content: [{ type: "text", text: `wrote ${args.path}` }] };
  });
  return { server: made, ran };
}

const write = (path: string) => ({ name: "write", arguments: { path } });

function personAt(action: "accept" | "decline" | "cancel", asked: string[] = []): Client {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action, ...(action === "accept" && { content: {} }) };
  });
  return client;
}

test("what no policy speaks of passes; what is denied never reaches the server", async () => {
  const { server: files, ran } = server();
  const { client, gate } = await gated(files);
  expect(wordsOf(await client.callTool(write("a.txt")))).toBe("wrote a.txt");
  const denied = await client.callTool(write("id.pem"));
  expect(denied.isError).toBe(true);
  expect(wordsOf(denied)).toMatch(/denied by `no-keys`: keys are not written/);
  expect(ran).toEqual([{ path: "a.txt" }]);
  await gate.close();
});

test("a rewrite is what the server gets, and a warning is beside the result", async () => {
  const { server: files, ran } = server();
  const { client, gate } = await gated(files);
  await client.callTool({ name: "write", arguments: { path: "draft", content: "x" } });
  expect(wordsOf(await client.callTool(write("loud")))).toBe(
    "wrote loud\nWarning of `careful`: that is loud",
  );
  expect(ran).toEqual([{ path: "drafts/draft", content: "x" }, { path: "loud" }]);
  await gate.close();
});

test.each([
  [{ onnotice: () => undefined }, /onNotice/],
  [{ name: "a__b" }, /`a__b` cannot be the name/],
  [{ name: "" }, /cannot be the name/],
])("wrong options are refused: %j", async (options, message) => {
  await expect(gated(server().server, options as never)).rejects.toThrow(message);
});

test("a rewrite of whose the call is denies", async () => {
  const { server: files, ran } = server();
  const policies = definePolicy({ id: "odd", events: "before_tool_call", set: { server: "other" } });
  const { client, gate } = await gated(files, { policies });
  expect((await client.callTool(write("a"))).isError).toBe(true);
  expect(ran).toEqual([]);
  await gate.close();
});

test("an ask is put to the person at the client, who sees the call; a yes counts once", async () => {
  const { server: files, ran } = server();
  const asked: string[] = [];
  const { client, gate } = await gated(files, { client: personAt("accept", asked) });
  await client.callTool(write("/etc/hosts"));
  await client.callTool(write("/etc/hosts"));
  expect(ran).toEqual([{ path: "/etc/hosts" }, { path: "/etc/hosts" }]);
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatch(/`write` of the MCP server `files`[^]*outside of the project[^]*"\/etc\/hosts"/);
  await gate.close();
});

test.each([
  ["declines", personAt("decline"), /did not approve/],
  ["closes the question", personAt("cancel"), /did not approve/],
  ["cannot be asked", undefined, /cannot ask a person/],
] as const)("an ask is a deny where the person %s", async (_, client, why) => {
  const { server: files, ran } = server();
  const { client: used, gate } = await gated(files, client === undefined ? {} : { client });
  const result = await used.callTool(write("/etc/hosts"));
  expect(result.isError).toBe(true);
  expect(wordsOf(result)).toMatch(why);
  expect(ran).toEqual([]);
  await gate.close();
});

test("a call that is too long to be shown whole is not asked about, and hidden characters are shown", async () => {
  const { server: files, ran } = server();
  const asked: string[] = [];
  const { client, gate } = await gated(files, { client: personAt("accept", asked) });
  const long = { name: "write", arguments: { path: "/x", content: "y".repeat(5_000) } };
  expect(wordsOf(await client.callTool(long))).toMatch(/too long to be shown/);
  expect(asked).toEqual([]);
  await client.callTool(write("/\u202Etxt.exe"));
  expect(asked[0]).toContain("\\u{202e}");
  expect(ran).toHaveLength(1);
  await gate.close();
});

test("broken policies, a policy that throws and one that takes too long deny", async () => {
  const throws = definePolicy({
    id: "throws",
    events: "before_tool_call",
    decide: () => {
      throw new Error("broken");
    },
  });
  const broken = {
    text: "version: 1\npolicies:\n  - { id: broken, events: before_tool_call, when: 'params.(', deny: x }",
  };
  const never = { decide: async () => await new Promise<never>(() => undefined) };
  const fails = { decide: () => Promise.reject(new Error("no disk")) };
  for (const options of [
    { policies: throws },
    { policies: broken },
    { gatehouse: never, decideMs: 1 },
    { gatehouse: fails },
  ]) {
    const { server: files, ran } = server();
    const { client, gate } = await gated(files, options);
    const result = await client.callTool(write("a"));
    expect(result.isError).toBe(true);
    expect(wordsOf(result)).toMatch(/denied/);
    expect(ran).toEqual([]);
    await gate.close();
  }
});

test("a call that the client cancels while it is decided does not happen", async () => {
  const { server: files, ran } = server();
  let decide: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const deciding = new Promise<void>((resolve) => (begun = resolve));
  const slow = definePolicy({
    id: "slow",
    events: "before_tool_call",
    decide: async () => {
      begun();
      await new Promise<void>((resolve) => (decide = resolve));
      return "approve" as const;
    },
  });
  const { client, gate } = await gated(files, { policies: slow });
  const cancel = new AbortController();
  const call = client.callTool(write("a"), undefined, { signal: cancel.signal });
  await deciding;
  cancel.abort();
  await expect(call).rejects.toThrow();
  decide();
  await client.ping();
  expect(ran).toEqual([]);
  await gate.close();
});

test("everything else passes: resources, prompts, progress, sampling, roots, logging, pings", async () => {
  const { server: files } = server();
  files.registerResource("greeting", "test://greeting", {}, () => ({
    contents: [{ uri: "test://greeting", text: "hello" }],
  }));
  files.registerPrompt("greet", {}, () => ({
    messages: [{ role: "user", content: { type: "text", text: "greet me" } }],
  }));
  files.registerTool("model", {}, async ({ sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken ?? "none";
    await sendNotification({ method: "notifications/progress", params: { progressToken, progress: 1 } });
    const messages = [{ role: "user" as const, content: { type: "text" as const, text: "a word" } }];
    const { content } = await files.server.createMessage({ messages, maxTokens: 5 });
    const { roots } = await files.server.listRoots();
    return { content: [{ type: "text", text: JSON.stringify([content, roots]) }] };
  });
  const client = new Client({ name: "test", version: "1" }, { capabilities: { sampling: {}, roots: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    model: "m",
    content: { type: "text", text: "word" },
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///x" }] }));
  const { gate } = await gated(files, { client });
  expect((await client.readResource({ uri: "test://greeting" })).contents).toHaveLength(1);
  expect((await client.getPrompt({ name: "greet" })).messages).toHaveLength(1);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["write", "model"]);
  const progress: number[] = [];
  const told = await client.callTool({ name: "model" }, undefined, {
    onprogress: (one) => progress.push(one.progress),
  });
  expect(JSON.parse(wordsOf(told))).toEqual([{ type: "text", text: "word" }, [{ uri: "file:///x" }]]);
  expect(progress).toEqual([1]);
  expect(await client.ping()).toEqual({});
  await gate.close();
});

test("a server that ends answers what waits, and closes the client", async () => {
  const { server: files } = server();
  files.registerTool("end", {}, async () => {
    await files.close();
    return { content: [] };
  });
  const { client, gate } = await gated(files);
  await expect(client.callTool({ name: "end" })).rejects.toThrow();
  await gate.closed;
});

test("policies that do not fit the tools are told, and so are tools that change", async () => {
  const { server: files } = server();
  const policies = [
    definePolicy({
      id: "misspelt",
      events: "before_tool_call",
      when: 'toolName == "mcp__files__write" && params.contents.includes("x")',
      deny: "x",
    }),
    definePolicy({
      id: "gone",
      events: "before_tool_call",
      when: 'toolName == "mcp__files__wriite"',
      deny: "x",
    }),
    definePolicy({
      id: "shell",
      events: "before_tool_call",
      when: 'params.command.includes("rm") || params.path == "x"',
      deny: "x",
    }),
    definePolicy({
      id: "right",
      events: "before_tool_call",
      when: 'params.server == "files" && params.path == "y"',
      deny: "x",
    }),
  ];
  const { client, gate, notices } = await gated(files, { policies: policies as never });
  await client.listTools();
  await client.listTools();
  const messages = (): readonly string[] => notices.map(({ message }) => message);
  expect(messages().toSorted()).toEqual([
    "policy `gone` is about `wriite`, and `files` has no such tool: is `write` meant?",
    "policy `misspelt` reads `params.contents`, and no tool of `files` that it is about has this argument: is `content` meant?",
  ]);
  files.registerTool("added", { inputSchema: { where: z.string() } }, () => ({ content: [] }));
  await expect.poll(() => messages().at(-1)).toBe("the tools of `files` have changed: `added` new");
  await gate.close();
});

test("a tool that the server does not list is refused before anything is decided, in a gate and in a client", async () => {
  const decided: unknown[] = [];
  const policies = definePolicy({
    id: "sees",
    events: "before_tool_call",
    decide: ({ toolName }) => {
      decided.push(toolName);
      return "approve";
    },
  });
  const { client, gate: between } = await gated(server().server, { policies });
  const { client: bare, gate: other } = await gated(server().server, { policies: [] });
  const inProgram = await gate(bare, policies, { server: "files" });
  for (const one of [client, inProgram]) {
    const result = await one.callTool({ name: "erase", arguments: {} });
    expect([result.isError, wordsOf(result)]).toEqual([
      true,
      expect.stringContaining("lists no tool `erase`"),
    ]);
    expect(decided.splice(0)).toEqual([]);
    await one.callTool(write("a.txt"));
    expect(decided.splice(0)).toEqual(["mcp__files__write"]);
  }
  await Promise.all([between.close(), other.close()]);
});

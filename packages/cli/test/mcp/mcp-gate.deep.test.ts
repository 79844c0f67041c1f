import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bundleScript } from "../../../../test/bundle-script.js";
import { mcpEndpoint } from "../../../../test/servers/mcp-endpoint.js";
import { exampleServer } from "../../../../test/servers/mcp-server.js";
import { folder } from "../run-cli.js";
import { gateArguments, type GatedClient, gatedClient, POLICIES, SERVER } from "./gated-client.js";

let server = "";
let gated: GatedClient | undefined;

beforeAll(async () => {
  server = await bundleScript(SERVER);
});
afterAll(() => rmSync(dirname(server), { recursive: true }));

afterEach(async () => {
  await gated?.client.close();
  gated?.files.remove();
  gated = undefined;
});

/** Processes start slowly on a machine that has much to do. */
const SLOW = { timeout: 60_000 };

const write = (path: string) => ({ name: "write", arguments: { path } });

function wordsOf(result: Awaited<ReturnType<Client["callTool"]>>): string {
  return (result.content as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("\n");
}

test(
  "a session: denied, rewritten, asked, cancelled, listed anew, and everything else passes",
  SLOW,
  async () => {
    const answers = ["accept", "decline", "cancel"] as const;
    const asked: string[] = [];
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: {}, sampling: {}, roots: {} } },
    );
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: answers[asked.length - 1] ?? "cancel", content: {} };
    });
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "word" },
    }));
    gated = await gatedClient(server, { client, env: { GATED_TEST: "passed on" } });
    const { ran, stderr } = gated;

    expect(wordsOf(await client.callTool(write("a.txt")))).toBe("wrote a.txt");
    const denied = await client.callTool(write("id.pem"));
    expect(denied.isError).toBe(true);
    expect(wordsOf(denied)).toMatch(/denied by `no-keys`: keys are not written/);
    await client.callTool(write("draft"));
    await client.callTool(write("/yes"));
    expect((await client.callTool(write("/no"))).isError).toBe(true);
    expect((await client.callTool(write("/closed"))).isError).toBe(true);
    expect(asked).toHaveLength(3);
    expect(asked[0]).toContain('{"path":"/yes"}');
    expect(ran()).toEqual([
      { write: { path: "a.txt" } },
      { write: { path: "drafts/draft" } },
      { write: { path: "/yes" } },
    ]);

    const cancel = new AbortController();
    const slow = client.callTool({ name: "slow" }, undefined, {
      signal: cancel.signal,
      onprogress: () => cancel.abort(),
    });
    await expect(slow).rejects.toThrow();
    await expect.poll(() => ran().at(-1)).toBe("slow was cancelled");

    expect((await client.readResource({ uri: "test://greeting" })).contents[0]).toMatchObject({
      text: "hello",
    });
    expect(wordsOf(await client.callTool({ name: "ask-model" }))).toContain("word");
    expect(wordsOf(await client.callTool({ name: "environment", arguments: { name: "GATED_TEST" } }))).toBe(
      "passed on",
    );
    await client.ping();

    const before = (await client.listTools()).tools.length;
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    await client.callTool({ name: "grow" });
    await changed;
    expect((await client.listTools()).tools).toHaveLength(before + 1);
    await expect.poll(stderr).toContain("`new-tool` new");

    // What a server prints beside messages never reaches the client, and what is too long is dropped.
    expect(wordsOf(await client.callTool({ name: "noise" }))).toBe("noisy");
    expect(stderr()).toContain("noise on stderr");
    expect(stderr()).toContain("longer than 10485760 bytes");

    // A server that crashes answers nothing any more.
    await expect(client.callTool({ name: "crash" })).rejects.toThrow(/server has ended|closed/);
  },
);

test("broken policies deny every call, and the server stays usable otherwise", SLOW, async () => {
  gated = await gatedClient(server, {
    policies: "version: 1\npolicies:\n  - { id: x, events: before_tool_call, when: 'params.(', deny: x }\n",
  });
  const { client, ran } = gated;
  expect((await client.callTool(write("a"))).isError).toBe(true);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  expect(ran()).toEqual([]);
});

test(
  "a client that cannot ask gets a code for `gatehouse approve`, which lets the call happen once",
  SLOW,
  async () => {
    gated = await gatedClient(server);
    const { client, files, ran } = gated;
    const code =
      /gatehouse approve (\S{9})`/.exec(wordsOf(await client.callTool(write("/etc/x"))))?.[1] ?? "";
    const { askedCalls } = await import("../../../agents/src/approvals/asked-calls.js");
    const calls = askedCalls(files.home);
    const [waiting] = await calls.waiting();
    expect(waiting?.code).toBe(code);
    if (waiting !== undefined) await calls.approve(waiting);
    expect((await client.callTool(write("/etc/x"))).isError).not.toBe(true);
    expect((await client.callTool(write("/etc/x"))).isError).toBe(true);
    expect(ran()).toHaveLength(1);
  },
);

test("a server behind an address: denied, asked, listed anew, and the header is filled", SLOW, async () => {
  const files = folder({});
  const calls = join(files.path, "ran.jsonl");
  const endpoint = await mcpEndpoint(async (transport) => await exampleServer(calls).connect(transport));
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: {} }));
  gated = await gatedClient(server, {
    client,
    server: ["--url", endpoint.url.href, "--header", "Authorization: Bearer ${GATED_TOKEN}"],
    env: { GATED_TOKEN: "t0ken" },
  });
  expect((await client.callTool(write("id.pem"))).isError).toBe(true);
  expect(wordsOf(await client.callTool(write("draft")))).toBe("wrote drafts/draft");
  expect(wordsOf(await client.callTool(write("/yes")))).toBe("wrote /yes");
  await client.listTools();
  await client.callTool({ name: "grow" });
  const { stderr } = gated;
  await expect.poll(stderr).toContain("`new-tool` new");
  expect(readFileSync(calls, "utf8").trim().split("\n")).toHaveLength(2);
  expect(endpoint.seen.every(({ authorization }) => authorization === "Bearer t0ken")).toBe(true);
  await client.close();
  await endpoint.close();
  files.remove();
});

test("a signal is passed on, and a command that is not there is told", SLOW, async () => {
  const files = folder({ "policies.yaml": POLICIES });
  const policies = join(files.path, "policies.yaml");
  const start = (command: readonly string[]) =>
    spawn(process.execPath, gateArguments(policies, ["--", ...command]), {
      cwd: files.path,
      env: { PATH: dirname(process.execPath), HOME: files.home },
    });
  const say =
    'process.on("SIGINT", () => { console.error("got SIGINT"); process.exit(5); }); setInterval(() => {}, 1000); console.error("ready")';
  const gate = start([process.execPath, "-e", say]);
  let got = "";
  gate.stderr.on("data", (part: Buffer) => (got += part.toString("utf8")));
  await expect.poll(() => got, { timeout: 30_000 }).toContain("ready");
  const ended = new Promise<number | null>((resolve) => gate.once("close", resolve));
  gate.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(got).toContain("got SIGINT");

  const missing = start(["no-such-command-at-all"]);
  let told = "";
  missing.stderr.on("data", (part: Buffer) => (told += part.toString("utf8")));
  expect(await new Promise((resolve) => missing.once("close", resolve))).toBe(127);
  expect(told).toMatch(/could not be started/);
  files.remove();
});

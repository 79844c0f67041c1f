import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { tempDir } from "../temp-dir.js";

const root = path.resolve(import.meta.dirname, "../..");
const TSX = ["--conditions=@gatehouse-hooks/source", "--import", "tsx"];
const POLICIES = `version: 1
policies:
  - { id: no-keys, events: before_tool_call, when: 'toolName == "mcp__files__write" && params.path.endsWith(".pem")', deny: keys are not written }
`;

test("the example: a client that starts it instead of the server", { timeout: 60_000 }, async () => {
  const folder = await tempDir();
  const log = path.join(folder, "ran.jsonl");
  const policies = path.join(folder, "policies.yaml");
  writeFileSync(policies, POLICIES);
  const client = new Client({ name: "test", version: "1" });
  const server = [process.execPath, ...TSX, path.join(root, "test/servers/mcp-server.ts"), log];
  const example = path.join(root, "examples/frameworks/mcp-gate.ts");
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...TSX, example, policies, ...server],
      cwd: root,
    }),
  );
  await client.callTool({ name: "write", arguments: { path: "a.txt" } });
  expect((await client.callTool({ name: "write", arguments: { path: "id.pem" } })).isError).toBe(true);
  await client.close();
  expect(readFileSync(log, "utf8").trim().split("\n")).toHaveLength(1);
});

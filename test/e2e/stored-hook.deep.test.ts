import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandArgs, spawnNode } from "./spawn-cli.js";

const POLICIES = {
  version: 1,
  policies: [
    { id: "p1", events: "before_tool_call", when: "params.command.matches('rm +-rf')", deny: "not that" },
    { id: "p2", events: "before_tool_call", when: "params.command.includes('deploy')", ask: "sure?" },
    { id: "p3", events: "before_tool_call", when: "params.command == 'x'", rewrite: { command: "y" } },
  ],
};
const LATER = { ...POLICIES, policies: POLICIES.policies.slice(1) };

let root = "";
let home = "";
let project = "";

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "gatehouse-stored-"));
  home = path.join(root, "home");
  project = path.join(root, "project");
  mkdirSync(path.join(home, ".gatehouse"), { recursive: true });
  mkdirSync(path.join(project, ".git"), { recursive: true });
  write(POLICIES);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(policies: object): void {
  writeFileSync(path.join(home, ".gatehouse/policies.json"), JSON.stringify(policies));
}

function call(command: string, more: object = {}): string {
  return JSON.stringify({
    session_id: "s1",
    transcript_path: "/nowhere/s1.jsonl",
    cwd: project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
    ...more,
  });
}

/** The agent's hook: from the store, or with an option that the store is not asked for. */
async function hook(stdin: string, whole: boolean, agent = "claude-code") {
  const options = whole ? ["--daemon", "off"] : [];
  const env = { HOME: home, XDG_CACHE_HOME: path.join(home, "cache") };
  const { code, stdout, stderr } = await spawnNode([...commandArgs(), "hook", agent, ...options], {
    cwd: project,
    env,
    stdin,
  });
  return { code, stdout, stderr };
}

const PAYLOADS: Readonly<Record<string, string>> = {
  "nothing to say": call("ls"),
  "a deny": call("rm -rf /"),
  "a question": call("deploy now"),
  "a rewrite": call("x"),
  "no JSON": "{",
  nothing: "",
  "a list": "[]",
  "a payload without an event": "{}",
  "a tool call without a name": call("ls", { tool_name: null }),
  "an event that gates nothing": call("rm -rf /", { hook_event_name: "Notification" }),
  "an event of a newer agent": call("rm -rf /", { hook_event_name: "BeforeEverything" }),
  "a payload of another agent": JSON.stringify({
    sessionId: "s1",
    timestamp: 1,
    cwd: "/",
    toolName: "bash",
    toolArgs: '{"command":"rm -rf /"}',
  }),
  "a payload longer than a pipe": call(`rm -rf /${" ".repeat(200_000)}`),
  "a payload of megabytes": call(`rm -rf /${" ".repeat(5_000_000)}`),
};

test("a hook answers the same from the store and without it", { timeout: 600_000 }, async () => {
  // The first one compiles.
  await hook(call("ls"), true);
  for (const [name, payload] of Object.entries(PAYLOADS)) {
    expect(await hook(payload, false), name).toEqual(await hook(payload, true));
  }
  expect(
    (await hook(call("rm -rf /"), false)).stdout + (await hook(call("rm -rf /"), false)).stderr,
  ).toContain("not that");
});

test("an unknown agent is told as always", { timeout: 60_000 }, async () => {
  expect(await hook(call("ls"), false, "nobody")).toEqual(await hook(call("ls"), true, "nobody"));
});

test("edited policies and a damaged store count at once", { timeout: 60_000 }, async () => {
  const refused = async (): Promise<boolean> =>
    JSON.stringify(await hook(call("rm -rf /"), false)).includes("not that");
  expect(await refused()).toBe(true);
  write(LATER);
  expect(await refused()).toBe(false);
  write(POLICIES);
  expect(await refused()).toBe(true);
  expect(await refused()).toBe(true);
  const folder = path.join(home, "cache/gatehouse");
  for (const file of readdirSync(folder)) truncateSync(path.join(folder, file), 3_000);
  expect(await refused()).toBe(true);
  expect(await refused()).toBe(true);
});

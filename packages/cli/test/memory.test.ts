import type { Decision } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Folder, folder, runCli } from "./run-cli.js";

const RULES = `version: 1
memory:
  secretRead: { flag: { events: before_tool_call, when: 'facts.reads.any(r, !r.list && r.touches("**/.env"))' } }
policies:
  - id: secret-then-network
    events: before_tool_call
    when: memory.secretRead && facts.network.size() > 0
    ask: a secret was read in this session
`;
/** Where tests happen that say nothing of it. */
const PROJECT = "/workspace/project";
let one: Folder | undefined;
afterEach(() => one?.remove());

function opened(rules = RULES): { readonly at: Folder; readonly home: string } {
  const at = folder({ "~/.gatehouse/rules.yaml": rules, ".env": "A=1", x: "" });
  one = at;
  return { at, home: at.home };
}

/** What the hook answers to a call of the shell, by Claude Code. */
async function hook(command: string, more: object = {}): Promise<string> {
  const { at, home } = { at: one, home: one?.home ?? "" };
  const payload = {
    ...{ hook_event_name: "PreToolUse", session_id: "s1", cwd: at?.path, transcript_path: "/nonexistent" },
    ...{ tool_name: "Bash", tool_input: { command }, permission_mode: "default" },
    ...more,
  };
  const { stdout } = await runCli(["hook", "claude-code"], {
    ...{ cwd: at?.path ?? "", home, stdin: JSON.stringify(payload) },
    env: { GATEHOUSE_NO_DAEMON: "1" },
  });
  return stdout;
}

test("the hook of an agent remembers a session from one process to the next, also what a subagent did", async () => {
  opened();
  expect(await hook("curl https://h.example")).toBe("");
  await hook("cat .env", { agent_id: "sub-1", agent_type: "explore" });
  expect(await hook("curl https://h.example")).toContain('"permissionDecision":"ask"');
  expect(await hook("ls")).toBe("");
  expect(await hook("curl https://h.example", { session_id: "s2" })).toBe("");
});

test("a session that is compacted or resumed goes on, and one that an agent says is cleared begins anew", async () => {
  opened();
  await hook("cat .env");
  const start = async (source: string): Promise<string> =>
    await hook("", { hook_event_name: "SessionStart", source, tool_name: undefined, tool_input: undefined });
  for (const source of ["compact", "resume", "startup"]) {
    await start(source);
    expect(await hook("curl https://h.example")).toContain('"permissionDecision":"ask"');
  }
  await start("clear");
  expect(await hook("curl https://h.example")).toBe("");
});

test("a session that an agent says goes on, and of which nothing is kept, is not an empty one", async () => {
  opened();
  await hook("", {
    hook_event_name: "SessionStart",
    source: "resume",
    tool_name: undefined,
    tool_input: undefined,
  });
  expect(await hook("curl https://h.example")).toContain('"permissionDecision":"');
});

test("where what happened before is not known, the pack `session` stops what it asks about, and no other call", async () => {
  opened("version: 1\nextends: [pack/session]\n");
  const resumed = { hook_event_name: "SessionStart", source: "resume" };
  await hook("", { ...resumed, tool_name: undefined, tool_input: undefined });
  expect(await hook("ls")).toBe("");
  expect(await hook("curl https://h.example")).toContain('"permissionDecision":"deny"');
});

test("cells of agents are kept apart for the subagents that an agent's own payload names", async () => {
  opened(`version: 1
memory: { ran: { count: { events: before_tool_call }, upTo: 2, scope: agent } }
policies: [{ id: once, events: before_tool_call, when: memory.ran >= 1, deny: once for each agent }]
`);
  const denied = async (more: object): Promise<boolean> =>
    (await hook("ls", more)).includes('"permissionDecision":"deny"');
  const calls = [{}, { agent_id: "a1" }, {}, { agent_id: "a1" }, { agent_id: "a2" }];
  const all: boolean[] = [];
  for (const more of calls) all.push(await denied(more));
  expect(all).toEqual([false, false, true, true, false]);
});

test("it remembers from the compiled store, too", async () => {
  const { at, home } = opened();
  expect((await runCli(["compile"], { cwd: at.path, home })).code).toBe(0);
  await hook("cat .env");
  expect(await hook("curl https://h.example")).toContain('"permissionDecision":"ask"');
});

test("`decide` remembers the session that an event names, one event at a time and many", async () => {
  const { at, home } = opened();
  const event = (command: string, sessionKey = "s1"): string =>
    JSON.stringify({ event: "before_tool_call", toolName: "exec", params: { command }, sessionKey });
  const decide = async (stdin: string, ...args: readonly string[]) =>
    await runCli(["decide", "--json", ...args], { cwd: at.path, home, stdin });
  expect((await decide(event("cat .env"))).code).toBe(0);
  expect((await decide(event("curl https://h.example"))).stdout).toContain('"effect": "ask"');
  const rows = [
    event("cat .env", "s2"),
    event("curl https://h.example", "s2"),
    event("curl https://h.example", "s3"),
  ];
  const { stdout } = await runCli(["decide", "--jsonl"], {
    cwd: at.path,
    home,
    stdin: `${rows.join("\n")}\n`,
  });
  const effects = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly effect: string }).effect);
  expect(effects).toEqual(["abstain", "ask", "abstain"]);
});

test("`decide --jsonl` decides the steps of sessions as `gatehouse test` does, each by the session that its row names", async () => {
  const text = readFileSync(join(import.meta.dirname, "../../../test/sessions/wishes.yaml"), "utf8");
  const { tests } = load(text, { path: "wishes.yaml" });
  // The clock is that of the wall, and nobody answers for a judge.
  const elsewhere = new Set(
    tests
      .filter(({ session, answers }) => session?.after !== 1000 || Object.keys(answers).length > 0)
      .map(({ session }) => session?.number),
  );
  const steps = tests.filter(({ session }) => !elsewhere.has(session?.number));
  expect(new Set(steps.map(({ session }) => session?.number)).size).toBe(10);
  const { at, home } = opened(text);
  const rows = steps.map(({ event, session }) =>
    JSON.stringify({ ...event, sessionKey: `s${session?.number}`, cwd: PROJECT, workspace: PROJECT }),
  );
  const { stdout } = await runCli(["decide", "--jsonl"], {
    ...{ cwd: at.path, home, stdin: `${rows.join("\n")}\n` },
  });
  const decided = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Pick<Decision, "effect" | "policy" | "trace">);
  expect(decided.map(({ effect }) => effect)).toEqual(steps.map(({ expect: expected }) => expected.effect));
  // What denies or asks names the cells that it has read, what they hold, and the event that they are from.
  const named = decided.flatMap(({ effect, policy, trace }) =>
    effect === "abstain" ? [] : trace.filter((entry) => entry.policy === policy),
  );
  const cells = named.flatMap(({ policy, memory = [] }) =>
    memory.map(({ cell, value, since }) => `${policy} ${cell} ${JSON.stringify(value)} ${since?.tool ?? ""}`),
  );
  expect([...new Set(cells)].toSorted()).toEqual([
    "iterations iterations 50 Bash",
    "read-before-edit readFiles 0 ",
    "read-before-edit readFiles 1 Edit",
    "secret-then-network secretRead true Bash",
    "tests-before-commit edited true Edit",
    "tests-before-commit tested false Bash",
    "tests-before-commit tested false Edit",
    "tests-before-stop edited true Edit",
    "tests-before-stop tested false Edit",
    "three-times sameDenied 3 Bash",
    "twenty-mails mails 20 send_email",
    "web-then-ci webRead true WebFetch",
  ]);
});

test("a subagent that is a session of its own shares its parent's memory, from the event on that says whose it is", async () => {
  const { at, home } = opened();
  const said = async (agent: string, payload: object): Promise<string> => {
    const stdin = JSON.stringify({ cwd: at.path, ...payload });
    const env = { GATEHOUSE_NO_DAEMON: "1" };
    return (await runCli(["hook", agent], { cwd: at.path, home, stdin, env })).stdout;
  };
  const docker = async (session_id: string, cmd: string): Promise<string> =>
    await said("docker-agent", {
      ...{ hook_event_name: "pre_tool_use", session_id, agent_name: "coder" },
      ...{ tool_name: "shell", tool_use_id: "t", tool_input: { cmd } },
    });
  await docker("child", "cat .env");
  expect(await docker("root", "curl https://h.example")).not.toContain("ask");
  const stop = { hook_event_name: "subagent_stop", session_id: "child", parent_session_id: "root" };
  await said("docker-agent", { ...stop, agent_name: "coder" });
  expect(await docker("root", "curl https://h.example")).toContain("ask");

  const openCode = async (sessionID: string, command: string): Promise<string> =>
    await said("opencode", {
      ...{ hook: "tool.execute.before", directory: at.path },
      ...{ input: { tool: "bash", sessionID, callID: "c" }, output: { args: { command } } },
    });
  await openCode("root", "cat .env");
  const info = { id: "inner", parentID: "root" };
  await said("opencode", { hook: "event", input: { type: "session.created", properties: { info } } });
  expect(await openCode("inner", "curl https://h.example")).toContain("a secret was read in this session");
  expect(await openCode("elsewhere", "curl https://h.example")).not.toContain("a secret was read");
});

// What a session has done is known to the packed command, in whatever way and through whichever process its calls come.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AGENTS, callPayload } from "./call-payload.js";
import { type Installed, installCommand } from "./installed.js";
import { installedLine, playLine } from "./installed-line.js";
import { daemonRuns, playAsking, playProcess, runInstalled } from "./play.js";
import { emptyWorld, type World } from "./world.js";

const RULES = `version: 1
memory:
  secretRead: { flag: { events: before_tool_call, when: 'facts.reads.any(r, !r.list && r.touches("**/.env"))' } }
policies:
  - id: secret-then-network
    events: before_tool_call
    when: memory.secretRead && facts.network.size() > 0
    ask: a secret was read in this session
`;

let root = "";
let installed: Installed;
let world: World;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gatehouse-remembers-")));
  installed = await installCommand(root);
  world = emptyWorld(path.join(root, "world"));
  const { exitCode } = await runInstalled(installed, world, [
    "init",
    "claude-code",
    "--yes",
    "--no-rule",
    "--no-probe",
  ]);
  expect(exitCode).toBe(0);
  writeFileSync(path.join(world.home, ".gatehouse/rules.yaml"), RULES);
  writeFileSync(path.join(world.project, ".env"), "A=1\n");
});

afterAll(async () => {
  await runInstalled(installed, world, ["daemon", "stop"]);
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

/** An event of Claude Code, in the fields that it sends. */
const claude = (session: string, hook_event_name: string, more: object) => ({
  ...{ agent: "claude-code", name: hook_event_name },
  text: JSON.stringify({
    ...{ session_id: session, transcript_path: `/nowhere/${session}.jsonl`, cwd: world.project },
    ...{ hook_event_name, permission_mode: "default", ...more },
  }),
});
const bash = (session: string, command: string, more: object = {}) =>
  claude(session, "PreToolUse", {
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: command,
    ...more,
  });
const CURL = "curl https://h.example";
const ASKED = '"permissionDecision":"ask"';

test.each(AGENTS)("%s: a secret that was read is known when the network is asked for", async (agent) => {
  const play = async (command: string): Promise<string> => {
    const text = JSON.stringify(callPayload(agent, { kind: "shell", params: { command } }, world));
    const { stdout, stderr } = await playProcess(installed, world, { agent, name: command, text });
    return stdout + stderr;
  };
  expect(await play(CURL)).not.toContain("a secret was read");
  await play("cat .env");
  expect(await play(CURL)).toContain("a secret was read");
});

test("through the line that `init` has installed, and through the daemon: also what a subagent has read", async () => {
  const line = installedLine(world);
  expect((await playLine(world, line, bash("sub", CURL))).stdout).not.toContain(ASKED);
  await playLine(world, line, bash("sub", "cat .env", { agent_id: "a1", agent_type: "Explore" }));
  expect((await playLine(world, line, bash("sub", CURL))).stdout).toContain(ASKED);
});

test("after a compaction and after the session was resumed, and not in a conversation that begins anew", async () => {
  await playProcess(installed, world, bash("long", "cat .env"));
  await playProcess(
    installed,
    world,
    claude("long", "PreCompact", { trigger: "auto", custom_instructions: "" }),
  );
  for (const source of ["compact", "resume"]) {
    await playProcess(installed, world, claude("long", "SessionStart", { source }));
    expect((await playProcess(installed, world, bash("long", CURL))).stdout).toContain(ASKED);
  }
  await playProcess(installed, world, claude("long", "SessionStart", { source: "clear" }));
  expect((await playProcess(installed, world, bash("long", CURL))).stdout).not.toContain(ASKED);
});

test("after the daemon was killed that had seen it, by the next daemon and by a process alone", async () => {
  await playAsking(installed, world, bash("killed", "ls"));
  await daemonRuns(world);
  await playAsking(installed, world, bash("killed", "cat .env"));
  expect((await playAsking(installed, world, bash("killed", CURL))).stdout).toContain(ASKED);
  const status = await runInstalled(installed, world, ["daemon", "status", "--json"]);
  const { pid } = JSON.parse(status.stdout) as { readonly pid: number };
  process.kill(pid, "SIGKILL");
  expect((await playProcess(installed, world, bash("killed", CURL))).stdout).toContain(ASKED);
  expect((await playAsking(installed, world, bash("killed", CURL))).stdout).toContain(ASKED);
});

test("a person sees it, and an agent cannot have it forgotten", async () => {
  await playProcess(installed, world, bash("seen", "cat .env"));
  const shown = await runInstalled(installed, world, ["memory", "seen"]);
  expect(shown.stdout).toMatch(/secretRead +flag +set +since event 1 \(Bash, /);
  const refused = await runInstalled(installed, world, ["forget", "seen"]);
  expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining("refused")]);
  expect((await playProcess(installed, world, bash("seen", CURL))).stdout).toContain(ASKED);
});

// Hooks written with @gatehouse-hooks/hooks in an agent, what the quick tier leaves out: each call is two processes.
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../../../test/servers/openai-server.js";
import type { Folder } from "../run-cli.js";
import { bash, HOOKS, hooksHome, hookWith, payload, permission, transcript } from "./hooks-home.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

function place(files: Readonly<Record<string, string>> = { "~/.gatehouse/hooks.mjs": HOOKS }): Folder {
  const one = hooksHome(files);
  made.push(one);
  return one;
}

let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  server = await startOpenAiServer(() => ({
    kind: "reply",
    text: '{"block":true,"reasoning":"it gives up"}',
  }));
});
afterAll(async () => await server.close());

test("a gate asks a model about the conversation of a real payload", async () => {
  const one = place();
  const path = transcript(one, "that is impossible, so I stop here");
  const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k", GATEHOUSE_MODEL: "openai/m" };
  const stop = payload("Stop", { transcript_path: path, stop_hook_active: false });
  const blocked = await hookWith(one, ["hooks.mjs"], stop, { env });
  expect(JSON.parse(blocked.stdout)).toMatchObject({ decision: "block" });
  expect(blocked.stdout).toContain("Excuse detected");
  expect(server.requests.at(-1)?.prompt).toContain("impossible");
  // Once a session, in whatever process.
  expect((await hookWith(one, ["hooks.mjs"], stop, { env })).stdout).toBe("");
});

test("Codex's payload and transcript: the same hooks", async () => {
  const one = place();
  const path = join(one.path, "rollout.jsonl");
  const item = {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "impossible!" }],
  };
  writeFileSync(path, `${JSON.stringify({ timestamp: "t", type: "response_item", payload: item })}\n`);
  const given = { ...(JSON.parse(bash("ls")) as object), transcript_path: path, model: "m", turn_id: "1" };
  const { stdout } = await hookWith(one, ["hooks.mjs"], JSON.stringify(given), { agent: "codex" });
  expect(stdout).toContain("impossible!");
  expect(stdout).toContain('"deny"');
});

test("Copilot's payload names no transcript before a tool: it is where the session's is", async () => {
  const one = place({
    "~/.gatehouse/hooks.mjs": HOOKS,
    "~/.copilot/session-state/0000-1/events.jsonl": `${JSON.stringify({ type: "assistant.message", data: { content: "impossible!" } })}\n`,
  });
  const call = (sessionId: string) =>
    JSON.stringify({
      sessionId,
      timestamp: 1_700_000_000_000,
      cwd: "/work",
      toolName: "bash",
      toolArgs: '{"command":"ls"}',
    });
  const heard = await hookWith(one, ["hooks.mjs"], call("0000-1"), { agent: "copilot" });
  expect(heard.stdout).toContain("impossible!");
  const elsewhere = await hookWith(one, ["hooks.mjs"], call("../session-state/0000-1"), { agent: "copilot" });
  expect(elsewhere.stdout).not.toContain("impossible!");
});

test("a file that every user may write is not run", async () => {
  const one = place();
  chmodSync(join(one.home, ".gatehouse", "hooks.mjs"), 0o666);
  const { stdout } = await hookWith(one, ["hooks.mjs"], bash("ls"));
  expect(stdout).toContain("every user may write it");
});

test("a relative path is below the user's folder, never in the project", async () => {
  const one = place({ "~/.gatehouse/hooks.mjs": HOOKS, "evil.mjs": "export const hooks = [];" });
  mkdirSync(join(one.path, ".gatehouse"));
  writeFileSync(join(one.path, ".gatehouse", "evil.mjs"), "process.exit(0)");
  const { stdout } = await hookWith(one, ["evil.mjs"], bash("ls"));
  expect(stdout).toContain(join(one.home, ".gatehouse", "evil.mjs"));
  expect(stdout).toContain("ENOENT");
});

describe("state between processes", () => {
  const states = ({ home }: Folder): string => join(home, ".gatehouse", "cache", "hook-states");

  test("a limit holds over processes, for its session alone; the files are the user's", async () => {
    const one = place();
    const path = transcript(one, "fine");
    const post = (session: string, turn: number): string => {
      transcript(one, ...Array.from({ length: turn }, () => "go on"));
      return payload("PostToolUse", { session_id: session, transcript_path: path });
    };
    const warned: boolean[] = [];
    for (const [session, turn] of [
      ["a", 0],
      ["a", 0],
      ["b", 0],
    ] as const)
      warned.push(
        (await hookWith(one, ["hooks.mjs"], post(session, turn))).stdout.includes("remember the tests"),
      );
    warned.push((await hookWith(one, ["hooks.mjs"], post("a", 0))).stdout.includes("remember the tests"));
    expect(warned).toEqual([true, true, true, false]);
    expect(statSync(states(one)).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(states(one)))
      expect(statSync(join(states(one), file)).mode & 0o777).toBe(0o600);
  });

  test("a damaged state, and a folder that others may write, silence nothing", async () => {
    const one = place();
    const post = payload("PostToolUse", { transcript_path: transcript(one, "fine") });
    for (let count = 0; count < 3; count++) await hookWith(one, ["hooks.mjs"], post);
    const [file = ""] = readdirSync(states(one)).filter((name) =>
      readFileSync(join(states(one), name), "utf8").includes('"fires":2'),
    );
    writeFileSync(join(states(one), file), '{"fires":999');
    expect((await hookWith(one, ["hooks.mjs"], post)).stdout).toContain("remember the tests");
    writeFileSync(join(states(one), file), '{"fires":2,"firedAt":0,"consumed":[]}');
    expect((await hookWith(one, ["hooks.mjs"], post)).stdout).toBe("");
    chmodSync(states(one), 0o777);
    expect((await hookWith(one, ["hooks.mjs"], post)).stdout).toContain("remember the tests");
  });
});

test("a transcript that cannot be read is said once a session", async () => {
  const one = place();
  const said: number[] = [];
  for (let count = 0; count < 2; count++) {
    const { stderr } = await hookWith(one, ["hooks.mjs"], payload("PostToolUse"));
    said.push(stderr.split("no transcript").length - 1);
  }
  expect(said[0]).toBeGreaterThan(0);
  expect(said[1]).toBe(0);
});

test("a hook that throws, exits or never ends is a failure of that hook", async () => {
  const one = place();
  const gating = HOOKS.replace('on("PostToolUse", { id: "fragile" }', 'on("PreToolUse", { id: "fragile" }');
  writeFileSync(join(one.home, ".gatehouse", "hooks.mjs"), gating);
  const path = transcript(one, "fine");
  for (const command of ["throw", "exit"]) {
    const denied = await hookWith(one, ["hooks.mjs"], bash(command, { transcript_path: path }));
    expect([command, denied.code, permission(denied)]).toEqual([command, 0, "deny"]);
  }
  const late = await hookWith(one, ["hooks.mjs"], bash("loop", { transcript_path: path }), {
    args: ["--deadline", "4"],
  });
  expect([late.code, late.stdout]).toEqual([2, ""]);
  expect(late.stderr).toContain("no decision within 4 s");
});

describe("state between processes", () => {
  test("what was denied is denied again, in another process", async () => {
    const one = place();
    for (let count = 0; count < 3; count++)
      expect(permission(await hookWith(one, ["hooks.mjs"], bash("curl x")))).toBe("deny");
  });
});

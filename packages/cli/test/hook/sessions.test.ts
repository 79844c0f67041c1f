// Sessions over processes: verdicts are kept within one, and forgotten where it begins or ends.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tierRows } from "../../../../test/assert-law.js";
import { startOpenAiServer } from "../../../../test/servers/openai-server.js";
import { folder, type Folder, runCli } from "../run-cli.js";

let server: Awaited<ReturnType<typeof startOpenAiServer>>;
beforeAll(async () => {
  server = await startOpenAiServer(() => ({ kind: "reply", text: '{"decision":"approve","reason":"fine"}' }));
});
afterAll(async () => await server.close());

const RULES = `version: 1
policies:
  - id: judged
    events: before_tool_call
    judge: is it fine?
    cache: session
`;

/** Each agent's own payloads: a call, and the beginning and the end of a session where the agent has such events. */
const CLAUDE = (session: string, name: string, more: object) => ({
  session_id: session,
  transcript_path: "/t.jsonl",
  cwd: "/work",
  hook_event_name: name,
  ...more,
});
const call = {
  tool_name: "Bash",
  tool_input: { command: "ls" },
  tool_use_id: "t1",
  permission_mode: "default",
};
const gemini = { timestamp: "2026-01-01T00:00:00.000Z" };
const AGENTS: Readonly<
  Record<
    string,
    {
      readonly call: (s: string) => object;
      readonly start: (s: string) => object;
      readonly end?: (s: string) => object;
    }
  >
> = {
  "claude-code": {
    call: (s) => CLAUDE(s, "PreToolUse", call),
    start: (s) => CLAUDE(s, "SessionStart", { source: "resume" }),
    end: (s) => CLAUDE(s, "SessionEnd", { reason: "exit" }),
  },
  codex: {
    call: (s) => CLAUDE(s, "PreToolUse", { ...call, model: "m", turn_id: "1" }),
    start: (s) => CLAUDE(s, "SessionStart", { source: "startup", model: "m", permission_mode: "default" }),
  },
  "gemini-cli": {
    call: (s) =>
      CLAUDE(s, "BeforeTool", { ...gemini, tool_name: "run_shell_command", tool_input: { command: "ls" } }),
    start: (s) => CLAUDE(s, "SessionStart", { ...gemini, source: "startup" }),
    end: (s) => CLAUDE(s, "SessionEnd", { ...gemini, reason: "exit" }),
  },
  "qwen-code": {
    call: (s) => CLAUDE(s, "PreToolUse", { ...gemini, ...call, tool_name: "run_shell_command" }),
    start: (s) => CLAUDE(s, "SessionStart", { ...gemini, source: "startup", permission_mode: "default" }),
    end: (s) =>
      CLAUDE(s, "SessionEnd", { ...gemini, reason: "prompt_input_exit", permission_mode: "default" }),
  },
  copilot: {
    call: (s) => ({
      sessionId: s,
      timestamp: 1_700_000_000_000,
      cwd: "/work",
      toolName: "bash",
      toolArgs: '{"command":"ls"}',
      hookEventName: "preToolUse",
    }),
    start: (s) => ({
      sessionId: s,
      timestamp: 1_700_000_000_000,
      cwd: "/work",
      source: "new",
      hookEventName: "sessionStart",
    }),
    end: (s) => ({
      sessionId: s,
      timestamp: 1_700_000_000_000,
      cwd: "/work",
      reason: "complete",
      hookEventName: "sessionEnd",
    }),
  },
  cursor: {
    call: (s) => ({
      conversation_id: s,
      generation_id: "g",
      hook_event_name: "beforeShellExecution",
      cursor_version: "2",
      workspace_roots: ["/work"],
      command: "ls",
      cwd: "/work",
    }),
    start: (s) => ({
      conversation_id: s,
      session_id: s,
      hook_event_name: "sessionStart",
      cursor_version: "2",
      workspace_roots: ["/work"],
    }),
    end: (s) => ({
      conversation_id: s,
      session_id: s,
      hook_event_name: "sessionEnd",
      cursor_version: "2",
      workspace_roots: ["/work"],
      reason: "completed",
    }),
  },
};

async function asked(place: Folder, agent: string, payload: object): Promise<number> {
  const before = server.requests.length;
  await runCli(["hook", agent], {
    cwd: place.path,
    home: place.home,
    stdin: JSON.stringify(payload),
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k", GATEHOUSE_MODEL: "openai/m" },
  });
  return server.requests.length - before;
}

describe.each(tierRows(2, Object.entries(AGENTS)))("%s", (agent, { call: tool, start, end }) => {
  test("verdicts of a session are kept until it begins anew or ends, those of another one longer", async () => {
    const place = folder({ "~/.gatehouse/rules.yaml": RULES });
    try {
      const ask = (session: string) => asked(place, agent, tool(session));
      expect([await ask("s1"), await ask("s1"), await ask("s2")]).toEqual([1, 0, 1]);
      expect(existsSync(join(place.home, ".gatehouse", "cache", "verdicts"))).toBe(true);
      for (const boundary of end === undefined ? [start] : [start, end]) {
        expect(await asked(place, agent, boundary("s1"))).toBe(0);
        expect([await ask("s1"), await ask("s1"), await ask("s2")]).toEqual([1, 0, 0]);
      }
    } finally {
      place.remove();
    }
  });
});

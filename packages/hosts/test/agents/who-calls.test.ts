import { describe, expect, test } from "vitest";
import { hostOf, RECORDED } from "./samples.js";

function prepared(agent: string, payload: unknown) {
  const read = hostOf(agent).prepare(payload);
  if (read.kind !== "event") throw new Error(read.issue.message);
  return read.event;
}

describe("what the recorded payloads say of who calls, the events say", () => {
  const withAgent = RECORDED.filter(({ payload }) => JSON.stringify(payload).includes('"agent_id":"'));

  test("subagents of Claude Code and Codex have an id and a kind", () => {
    const seen = withAgent
      .filter(({ agent }) => agent !== "codex-code-mode")
      .map(({ agent, payload }) => {
        const { agent_id: id, agent_type: kind } = payload as Record<string, unknown>;
        expect(prepared(agent, payload)["agent"]).toEqual({ id, kind });
        return agent;
      });
    expect(new Set(seen)).toEqual(new Set(["claude-code", "codex"]));
  });

  test("where nobody is named, no agent is made up", () => {
    for (const { agent, payload } of RECORDED)
      if (!/agent_id|agent_type|agentName|agent_name|"agent":|parentID/.test(JSON.stringify(payload)))
        expect(prepared(agent, payload)).not.toHaveProperty("agent");
  });

  test("a call has its id before and after it, wherever the agent tells it", () => {
    const told = new Map<string, Set<string>>();
    for (const { agent, payload } of RECORDED) {
      const { event, toolCallId } = prepared(agent, payload);
      if (event !== "before_tool_call" && event !== "after_tool_call") continue;
      told.set(agent, (told.get(agent) ?? new Set()).add(typeof toolCallId));
    }
    expect(Object.fromEntries([...told].map(([agent, types]) => [agent, [...types].join()]))).toEqual({
      "claude-code": "string",
      codex: "string",
      "codex-code-mode": "string",
      copilot: "undefined",
      "copilot-pascal": "undefined",
      "gemini-cli": "undefined",
      opencode: "string",
      "qwen-code": "string",
    });
  });
});

test.each<[string, object, object | undefined]>([
  [
    "qwen-code",
    { hook_event_name: "SubagentStart", session_id: "s", agent_id: "a1", agent_type: "explore" },
    { id: "a1", kind: "explore" },
  ],
  [
    "copilot",
    {
      hook_event_name: "SubagentStart",
      session_id: "s",
      agent_name: "explore",
      timestamp: "2026-01-01T00:00:00Z",
    },
    { kind: "explore" },
  ],
  [
    "cursor",
    { hook_event_name: "subagentStart", conversation_id: "s", subagent_id: "a1", subagent_type: "explore" },
    { id: "a1", kind: "explore" },
  ],
  [
    "vscode",
    { hookEventName: "SubagentStart", sessionId: "s", agent_id: "a1", agent_type: "Plan" },
    { id: "a1", kind: "Plan" },
  ],
  // A subagent that is a session of its own: whose, one event says.
  [
    "docker-agent",
    { hook_event_name: "subagent_stop", session_id: "child", parent_session_id: "root", agent_name: "coder" },
    { id: "child", kind: "coder", parent: "root" },
  ],
  [
    "docker-agent",
    { hook_event_name: "turn_start", session_id: "root", agent_name: "root" },
    { kind: "root" },
  ],
  [
    "opencode",
    {
      hook: "event",
      input: { type: "session.created", properties: { info: { id: "child", parentID: "root" } } },
    },
    { id: "child", parent: "root" },
  ],
  [
    "opencode",
    { hook: "event", input: { type: "session.created", properties: { info: { id: "root" } } } },
    undefined,
  ],
  // The payload's own words are not the canonical field.
  [
    "claude-code",
    {
      hook_event_name: "PreToolUse",
      session_id: "s",
      tool_name: "Bash",
      tool_input: {},
      agent: { id: "forged" },
    },
    undefined,
  ],
  [
    "codex",
    {
      hook_event_name: "PreToolUse",
      session_id: "s",
      tool_name: "Bash",
      tool_input: {},
      agent_id: 7,
      agent_type: "",
    },
    undefined,
  ],
  ["gemini-cli", { hook_event_name: "AfterAgent", session_id: "s" }, undefined],
])("%s: %j", (agent, payload, expected) => {
  const event = prepared(agent, payload);
  expect(event["agent"]).toEqual(expected);
  if (expected !== undefined && "parent" in expected) expect(event["sessionKey"]).toBe("child");
});

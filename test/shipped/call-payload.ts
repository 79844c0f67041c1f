import { type Host, HOSTS, type HostTool } from "@gatehouse-hooks/hosts";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Call } from "./calls.table.js";
import type { World } from "./world.js";

/** The agents that start the command. */
export const AGENTS: readonly string[] = [
  "claude-code",
  "codex",
  "gemini-cli",
  "copilot",
  "opencode",
  "cursor",
  "qwen-code",
  "docker-agent",
];

/** A call before it happens, in an agent's words. */
type Wrap = (name: string, input: JsonObject, world: World) => JsonObject;

const named =
  (event: string, more: JsonObject): Wrap =>
  (tool_name, tool_input, { project }) => ({
    session_id: "s1",
    transcript_path: "/nowhere/s1.jsonl",
    cwd: project,
    hook_event_name: event,
    ...more,
    tool_name,
    tool_input,
  });

const WRAPS: Readonly<Record<string, Wrap>> = {
  "claude-code": named("PreToolUse", { permission_mode: "default", tool_use_id: "t1" }),
  codex: named("PreToolUse", { turn_id: "t", model: "m", permission_mode: "default", tool_use_id: "t1" }),
  "gemini-cli": named("BeforeTool", { timestamp: "2026-01-01T00:00:00.000Z" }),
  copilot: (toolName, toolArgs, { project }) => ({
    sessionId: "s1",
    timestamp: 1_767_225_600_000,
    cwd: project,
    toolName,
    toolArgs,
  }),
  opencode: (tool, args, { project }) => ({
    hook: "tool.execute.before",
    input: { tool, sessionID: "s1", callID: "c1" },
    output: { args },
    directory: project,
  }),
  cursor: (tool_name, tool_input, { project }) => ({
    conversation_id: "s1",
    generation_id: "g1",
    model: "m",
    hook_event_name: "preToolUse",
    cursor_version: "3.9.16",
    workspace_roots: [project],
    user_email: null,
    transcript_path: null,
    tool_name,
    tool_input,
    tool_use_id: "t1",
    cwd: "",
  }),
  "qwen-code": named("PreToolUse", {
    timestamp: "2026-01-01T00:00:00.000Z",
    permission_mode: "default",
    tool_use_id: "t1",
  }),
  "docker-agent": named("pre_tool_use", { agent_name: "root", tool_use_id: "t1", tool_category: "" }),
};

/** What agents call a tool of a server of the Model Context Protocol. */
const MCP: Readonly<Record<string, string>> = {
  "claude-code": "mcp__test__touch",
  codex: "mcp__test__touch",
  "gemini-cli": "mcp_test_touch",
  copilot: "test-touch",
  opencode: "test_touch",
  cursor: "MCP:touch",
  "qwen-code": "mcp__test__touch",
  "docker-agent": "test_touch",
};

/** A call of a tool of a server. */
export function mcpPayload(agent: string, world: World): JsonObject {
  return wrap(agent, MCP[agent] ?? "", { name: "a.txt" }, world);
}

/** A call, by the first tool that the agent has for it; undefined where it has none. */
export function callPayload(agent: string, { kind, params }: Call, world: World): JsonObject | undefined {
  const fits = (tool: HostTool): boolean =>
    tool.kind === kind &&
    Object.keys(tool.params ?? {}).some((name) => name !== "content" && Object.hasOwn(params, name));
  const tool = hostOf(agent).tools.find((one) => fits(one));
  return tool === undefined ? undefined : wrap(agent, tool.name, inputOf(tool, params, world), world);
}

/** A harmless call of each tool in the agent's table. */
export function toolPayloads(agent: string, world: World): readonly (readonly [name: string, JsonObject])[] {
  return hostOf(agent).tools.map((tool) => [
    tool.name,
    wrap(agent, tool.name, inputOf(tool, TYPICAL, world), world),
  ]);
}

/** A value for each parameter that a tool may have. */
const TYPICAL: JsonObject = {
  command: "ls",
  path: "./src/app.ts",
  paths: ["src/app.ts"],
  content: "*** Begin Patch\n*** Update File: src/app.ts\n@@\n-a\n+b\n*** End Patch\n",
  edits: [{ oldText: "one", newText: "two" }],
  pattern: "TODO",
  url: "https://example.com/docs",
  urls: ["https://example.com/docs"],
  query: "linear time patterns",
  prompt: "look at the tests",
};

function hostOf(agent: string): Host {
  const host = HOSTS.find(({ name }) => name === agent);
  if (host === undefined) throw new Error(`no agent ${agent}`);
  return host;
}

function wrap(agent: string, name: string, input: JsonObject, world: World): JsonObject {
  const wrapped = WRAPS[agent]?.(name, input, world);
  if (wrapped === undefined) throw new Error(`no payload of ${agent} is known`);
  return wrapped;
}

/** Canonical parameters under the tool's own names, the first of each. */
function inputOf({ kind, params = {} }: HostTool, given: JsonObject, world: World): JsonObject {
  const input: Record<string, JsonValue> = {};
  for (const [name, [own]] of Object.entries(params)) {
    const value = given[name];
    if (own !== undefined && value !== undefined) input[own] = placed(name, value, world);
  }
  return kind === "edit" ? { ...input, old_string: "one", new_string: "two" } : input;
}

/** Agents name absolute paths. */
function placed(name: string, value: JsonValue, { home, project }: World): JsonValue {
  if (name !== "path" || typeof value !== "string") return value;
  return value.startsWith("~") ? home + value.slice(1) : project + value.slice(1);
}

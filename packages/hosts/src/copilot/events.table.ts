import type { HostEvent } from "../host-tables.js";

const CAMEL = { name: "toolName", input: "toolArgs" };
const SNAKE = { name: "tool_name", input: "tool_input" };
const TOLD = { gates: false, input: null, context: false } as const;
const BEFORE = { input: null, canonical: "before_tool_call", gates: true, context: true };
const AFTER = { input: null, canonical: "after_tool_call", gates: false, context: true };
const WELL = { ...AFTER, part: { failed: false } };
const BADLY = { ...AFTER, context: false, part: { failed: true }, failure: ["error"] };
const PROMPT = { input: null, canonical: "prompt", gates: true, context: true };
const START = { input: null, canonical: "session_start", gates: false, context: true };
const END = { input: null, canonical: "session_end", gates: false, context: false };
const STOP = { input: null, canonical: "agent_stop", gates: false, stops: true, context: false } as const;

/**
 * GitHub Copilot CLI's events. How a hook spells its event decides how the payload spells its fields; the requests for
 * permission, and the calls to MCP servers, are spelled in one way only. A call to an MCP server is decided in `preToolUse`.
 */
export const EVENTS: readonly HostEvent[] = [
  { ...BEFORE, name: "preToolUse", tool: CAMEL },
  { ...BEFORE, name: "PreToolUse", tool: SNAKE },
  {
    input: null,
    name: "permissionRequest",
    canonical: "tool_permission",
    gates: true,
    context: false,
    tool: { name: "toolName", input: "toolInput" },
  },
  { ...WELL, name: "postToolUse", tool: CAMEL, result: "toolResult" },
  { ...WELL, name: "PostToolUse", tool: SNAKE, result: "tool_result" },
  { ...BADLY, name: "postToolUseFailure", tool: CAMEL },
  { ...BADLY, name: "PostToolUseFailure", tool: SNAKE },
  { ...PROMPT, name: "userPromptSubmitted" },
  { ...PROMPT, name: "UserPromptSubmit" },
  { ...START, name: "sessionStart" },
  { ...START, name: "SessionStart" },
  { ...END, name: "sessionEnd" },
  { ...END, name: "SessionEnd" },
  { ...STOP, name: "agentStop" },
  { ...STOP, name: "Stop" },
  { ...TOLD, name: "userPromptTransformed" },
  { ...TOLD, name: "subagentStart", context: true },
  { ...TOLD, name: "SubagentStart", context: true },
  { ...TOLD, name: "subagentStop", stops: true },
  { ...TOLD, name: "SubagentStop", stops: true },
  { ...TOLD, name: "preCompact" },
  { ...TOLD, name: "PreCompact" },
  { ...TOLD, name: "Notification" },
  { ...TOLD, name: "errorOccurred" },
  { ...TOLD, name: "ErrorOccurred" },
  { ...TOLD, name: "preMcpToolCall", tool: { name: "toolName", input: "arguments" } },
];

import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** VS Code's events: a part of Claude Code's. */
export const EVENTS: readonly HostEvent[] = [
  { name: "PreToolUse", input: null, canonical: "before_tool_call", gates: true, context: true, tool: TOOL },
  {
    name: "PostToolUse",
    input: null,
    canonical: "after_tool_call",
    part: { failed: false },
    result: "tool_response",
    gates: false,
    context: true,
    tool: TOOL,
  },
  { name: "UserPromptSubmit", input: null, canonical: "prompt", gates: true, context: true },
  { name: "SessionStart", input: null, canonical: "session_start", gates: false, context: true },
  { name: "Stop", input: null, canonical: "agent_stop", gates: false, stops: true, context: false },
  { name: "SubagentStart", gates: false, input: null, context: true },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "PreCompact", gates: false, input: null, context: false },
];

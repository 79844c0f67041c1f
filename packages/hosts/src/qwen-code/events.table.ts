import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** Qwen Code's events, under Claude Code's names. It submits an empty prompt after the results of tools. */
export const EVENTS: readonly HostEvent[] = [
  { name: "PreToolUse", input: null, canonical: "before_tool_call", gates: true, context: false, tool: TOOL },
  {
    input: null,
    name: "PermissionRequest",
    canonical: "tool_permission",
    gates: true,
    context: false,
    tool: TOOL,
  },
  { name: "PostToolUse", input: null, canonical: "after_tool_call", gates: false, context: true, tool: TOOL },
  {
    input: null,
    name: "PostToolUseFailure",
    canonical: "after_tool_call",
    gates: false,
    context: false,
    tool: TOOL,
  },
  { name: "UserPromptSubmit", input: null, canonical: "prompt", gates: true, context: true },
  { name: "Stop", input: null, canonical: "agent_stop", gates: false, stops: true, context: false },
  { name: "SessionStart", input: null, canonical: "session_start", gates: false, context: true },
  { name: "SessionEnd", input: null, canonical: "session_end", gates: false, context: false },
  { name: "StopFailure", gates: false, input: null, context: false },
  { name: "SubagentStart", gates: false, input: null, context: false },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "PreCompact", gates: false, input: null, context: false },
  { name: "PostCompact", gates: false, input: null, context: false },
  { name: "Notification", gates: false, input: null, context: false },
];

import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** The events that agents with Claude Code's names have in the same way; Claude Code's own rows say more. */
export const BORROWED_EVENTS: readonly HostEvent[] = [
  {
    input: null,
    name: "PermissionRequest",
    canonical: "tool_permission",
    gates: true,
    context: false,
    tool: TOOL,
  },
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
  { name: "StopFailure", gates: false, input: null, context: false },
  { name: "SubagentStart", gates: false, input: null, context: false },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "PreCompact", gates: false, input: null, context: false },
  { name: "PostCompact", gates: false, input: null, context: false },
];

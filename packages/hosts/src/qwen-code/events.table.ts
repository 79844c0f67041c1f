import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };
const ALIAS = { alias: true, input: null } as const;

/** Qwen Code's events, under Claude Code's names. It submits an empty prompt after the results of tools. */
export const EVENTS: readonly HostEvent[] = [
  { ...ALIAS, name: "PreToolUse", canonical: "before_tool_call", gates: true, context: false, tool: TOOL },
  { ...ALIAS, name: "PermissionRequest", canonical: "tool_permission", gates: true, context: false, tool: TOOL },
  { ...ALIAS, name: "PostToolUse", canonical: "after_tool_call", gates: false, context: true, tool: TOOL },
  { ...ALIAS, name: "PostToolUseFailure", canonical: "after_tool_call", gates: false, context: false, tool: TOOL },
  { ...ALIAS, name: "UserPromptSubmit", canonical: "prompt", gates: true, context: true },
  { ...ALIAS, name: "Stop", canonical: "agent_stop", gates: false, stops: true, context: false },
  { ...ALIAS, name: "SessionStart", canonical: "session_start", gates: false, context: true },
  { ...ALIAS, name: "SessionEnd", canonical: "session_end", gates: false, context: false },
  { name: "StopFailure", gates: false, input: null, context: false },
  { name: "SubagentStart", gates: false, input: null, context: false },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "PreCompact", gates: false, input: null, context: false },
  { name: "PostCompact", gates: false, input: null, context: false },
  { name: "Notification", gates: false, input: null, context: false },
];

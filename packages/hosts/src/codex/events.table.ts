import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };
const ALIAS = { alias: true, input: null } as const;

/** Codex's events. It has Claude Code's names, and they are the names of its payloads only. */
export const EVENTS: readonly HostEvent[] = [
  { ...ALIAS, name: "PreToolUse", canonical: "before_tool_call", gates: true, context: true, tool: TOOL },
  { ...ALIAS, name: "PermissionRequest", canonical: "tool_permission", gates: true, context: false, tool: TOOL },
  { ...ALIAS, name: "PostToolUse", canonical: "after_tool_call", gates: false, context: true, tool: TOOL },
  { ...ALIAS, name: "UserPromptSubmit", canonical: "prompt", gates: true, context: true },
  { ...ALIAS, name: "SessionStart", canonical: "session_start", gates: false, context: true },
  { ...ALIAS, name: "Stop", canonical: "agent_stop", gates: false, stops: true, context: false },
  { name: "SubagentStart", gates: false, input: null, context: false },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "PreCompact", gates: false, input: null, context: false },
  { name: "PostCompact", gates: false, input: null, context: false },
  { name: "Interrupt", gates: false, input: null, context: false },
  { name: "StopFailure", gates: false, input: null, context: false },
];

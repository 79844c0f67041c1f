import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };
const TOLD = { gates: false, input: null, context: false } as const;
const BEFORE = { input: null, canonical: "before_tool_call", gates: true, context: false };
const AFTER = { input: null, canonical: "after_tool_call", gates: false, context: false };

/** Cursor's events. One shell command has both `preToolUse` and `beforeShellExecution`: a hook is registered for one of them. */
export const EVENTS: readonly HostEvent[] = [
  { ...BEFORE, name: "preToolUse", tool: TOOL },
  { ...BEFORE, name: "beforeShellExecution" },
  { ...BEFORE, name: "beforeMCPExecution", tool: TOOL },
  { ...BEFORE, name: "beforeReadFile" },
  { ...BEFORE, name: "beforeTabFileRead" },
  { ...AFTER, name: "postToolUse", tool: TOOL, context: true },
  { ...AFTER, name: "postToolUseFailure", tool: TOOL },
  { ...AFTER, name: "afterShellExecution" },
  { ...AFTER, name: "afterMCPExecution", tool: TOOL },
  { ...AFTER, name: "afterFileEdit" },
  { ...AFTER, name: "afterTabFileEdit" },
  { name: "beforeSubmitPrompt", input: null, canonical: "prompt", gates: true, context: false },
  { name: "sessionStart", input: null, canonical: "session_start", gates: false, context: true },
  { name: "sessionEnd", input: null, canonical: "session_end", gates: false, context: false },
  { name: "stop", input: null, canonical: "agent_stop", gates: false, stops: true, context: false },
  { ...TOLD, name: "subagentStart", gates: true },
  { ...TOLD, name: "subagentStop", stops: true },
  { ...TOLD, name: "afterAgentResponse" },
  { ...TOLD, name: "afterAgentThought" },
  { ...TOLD, name: "preCompact" },
  { ...TOLD, name: "workspaceOpen" },
];

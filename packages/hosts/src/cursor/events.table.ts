import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };
const TOLD = { gates: false, input: null, context: false } as const;
const BEFORE = { input: null, canonical: "before_tool_call", gates: true, context: false };
const AFTER = { input: null, canonical: "after_tool_call", gates: false, context: false };

/** Cursor's events. One shell command has both `preToolUse` and `beforeShellExecution`: a hook is registered for one of them. */
export const EVENTS: readonly HostEvent[] = [
  { ...BEFORE, name: "preToolUse", tool: TOOL },
  { ...BEFORE, name: "beforeShellExecution", part: { kinds: ["shell"] }, words: { command: "command" } },
  { ...BEFORE, name: "beforeMCPExecution", part: { kinds: ["mcp"] }, tool: TOOL },
  { ...BEFORE, name: "beforeReadFile", part: { kinds: ["read"] }, words: { file_path: "path" } },
  { ...BEFORE, name: "beforeTabFileRead", part: { own: true }, words: { file_path: "path" } },
  {
    ...AFTER,
    name: "postToolUse",
    part: { failed: false },
    tool: TOOL,
    result: "tool_output",
    context: true,
  },
  {
    ...AFTER,
    name: "postToolUseFailure",
    part: { failed: true },
    failure: ["error_message"],
    tool: TOOL,
  },
  { ...AFTER, name: "afterShellExecution", part: { kinds: ["shell"] }, words: { command: "command" } },
  { ...AFTER, name: "afterMCPExecution", part: { kinds: ["mcp"] }, tool: TOOL },
  {
    ...AFTER,
    name: "afterFileEdit",
    part: { kinds: ["write", "edit"] },
    words: { file_path: "path", edits: "edits" },
  },
  {
    ...AFTER,
    name: "afterTabFileEdit",
    part: { own: true },
    words: { file_path: "path", edits: "edits" },
  },
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

import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };
const ALIAS = { alias: true, input: null } as const;

/** Gemini CLI's events. It fires `PreCompress` before every request to the model. */
export const EVENTS: readonly HostEvent[] = [
  { ...ALIAS, name: "BeforeTool", canonical: "before_tool_call", gates: true, context: false, tool: TOOL },
  { ...ALIAS, name: "AfterTool", canonical: "after_tool_call", gates: false, context: true, tool: TOOL },
  { ...ALIAS, name: "BeforeAgent", canonical: "prompt", gates: true, context: true },
  { ...ALIAS, name: "AfterAgent", canonical: "agent_stop", gates: false, stops: true, context: false },
  { ...ALIAS, name: "SessionStart", canonical: "session_start", gates: false, context: true },
  { ...ALIAS, name: "SessionEnd", canonical: "session_end", gates: false, context: false },
  { name: "BeforeModel", gates: true, input: null, context: false },
  { name: "AfterModel", gates: false, input: null, context: false },
  { name: "BeforeToolSelection", gates: false, input: null, context: false },
  { name: "PreCompress", gates: false, input: null, context: false },
  { name: "Notification", gates: false, input: null, context: false },
];

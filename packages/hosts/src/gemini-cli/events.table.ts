import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** Gemini CLI's events. It fires `PreCompress` before every request to the model. */
export const EVENTS: readonly HostEvent[] = [
  { name: "BeforeTool", input: null, canonical: "before_tool_call", gates: true, context: false, tool: TOOL },
  {
    name: "AfterTool",
    input: null,
    canonical: "after_tool_call",
    result: "tool_response",
    failure: ["tool_response", "error"],
    gates: false,
    context: true,
    tool: TOOL,
  },
  { name: "BeforeAgent", input: null, canonical: "prompt", gates: true, context: true },
  { name: "AfterAgent", input: null, canonical: "agent_stop", gates: false, stops: true, context: false },
  { name: "SessionStart", input: null, canonical: "session_start", gates: false, context: true },
  { name: "SessionEnd", input: null, canonical: "session_end", gates: false, context: false },
  { name: "BeforeModel", gates: true, input: null, context: false },
  { name: "AfterModel", gates: false, input: null, context: false },
  { name: "BeforeToolSelection", gates: false, input: null, context: false },
  { name: "PreCompress", gates: false, input: null, context: false },
  { name: "Notification", gates: false, input: null, context: false },
];

import { BORROWED_EVENTS } from "../wire/borrowed-events.table.js";
import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** Qwen Code's events, under Claude Code's names. It submits an empty prompt after the results of tools. */
export const EVENTS: readonly HostEvent[] = [
  { name: "PreToolUse", input: null, canonical: "before_tool_call", gates: true, context: false, tool: TOOL },
  ...BORROWED_EVENTS,
  {
    input: null,
    name: "PostToolUseFailure",
    canonical: "after_tool_call",
    part: { failed: true },
    failure: ["error"],
    gates: false,
    context: false,
    tool: TOOL,
  },
  { name: "SessionEnd", input: null, canonical: "session_end", gates: false, context: false },
  { name: "Notification", gates: false, input: null, context: false },
];

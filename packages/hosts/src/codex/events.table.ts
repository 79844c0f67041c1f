import { BORROWED_EVENTS } from "../wire/borrowed-events.table.js";
import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** Codex's events. It has Claude Code's names, and they are the names of its payloads only. */
export const EVENTS: readonly HostEvent[] = [
  { name: "PreToolUse", input: null, canonical: "before_tool_call", gates: true, context: true, tool: TOOL },
  ...BORROWED_EVENTS,
  { name: "Interrupt", gates: false, input: null, context: false },
];

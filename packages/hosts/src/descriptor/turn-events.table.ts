import type { WiredEvent } from "./agent-wiring.js";

/** The events that Claude Code and the agents with its hooks are asked about. */
export const TURN_EVENTS: readonly WiredEvent[] = [
  { name: "PreToolUse", tool: true, blocks: true },
  { name: "PermissionRequest", tool: true, blocks: true },
  { name: "PostToolUse", tool: true },
  { name: "UserPromptSubmit", blocks: true },
  { name: "SessionStart" },
  { name: "SessionEnd" },
  { name: "Stop" },
  { name: "SubagentStop" },
];

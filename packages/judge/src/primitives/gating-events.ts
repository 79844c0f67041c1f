/** Events that stop no action: after the fact, or about the conversation. Every other event counts as gating. */
const free: ReadonlySet<string> = new Set([
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "PreCompact",
  "Notification",
  "SessionStart",
  "SessionEnd",
  "after_tool_call",
  "before_prompt_build",
  "before_agent_start",
  "session_start",
  "session_end",
]);

/** Whether a deny of one of the events stops an action of the agent. */
export function gatesAction(events: readonly string[]): boolean {
  return events.some((event) => !free.has(event));
}

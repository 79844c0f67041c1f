/**
 * Events that stop no action: after the fact, or about the conversation. Every other event counts as gating. The engine's table
 * says the same (a test compares them); this package takes only types of the engine.
 */
const free: ReadonlySet<string> = new Set([
  // Claude Code, and document 001.
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Stop",
  "StopFailure",
  "SubagentStop",
  "SubagentStart",
  "PreCompact",
  "PostCompact",
  "Notification",
  "ConfigChange",
  "SessionStart",
  "SessionEnd",
  // Canonical.
  "agent_stop",
  // Mayros (document 000).
  "after_tool_call",
  "before_prompt_build",
  "before_agent_start",
  "session_start",
  "session_end",
  // docker-agent (document 004).
  "tool_response_transform",
  "post_tool_use",
  "turn_start",
  "turn_end",
  "after_llm_call",
  "pre_compact",
  "before_compaction",
  "after_compaction",
  "subagent_stop",
  "on_user_input",
  "stop",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_agent_switch",
  "on_session_resume",
  "on_tool_approval_decision",
  // Mimir (document 003).
  "post-tool-call",
  "post-file-write",
  "post-bash-execution",
  "post-agent-execute",
  "post-subagent-complete",
  "on-agent-error",
  "on-agent-interrupt",
  "post-context-prune",
  "post-conversation-save",
  "on-mode-switch",
  "on-plan-approve",
  "on-plan-reject",
]);

/** Whether a deny of one of the events stops an action of the agent. An undocumented event does. */
export function gatesAction(events: readonly string[]): boolean {
  return events.some((event) => !free.has(event));
}

/** The events of Mayros (document 000, "Supported events"). */
export const MAYROS_EVENTS: readonly string[] = [
  "before_tool_call",
  "after_tool_call",
  "message_sending",
  "before_prompt_build",
  "before_agent_start",
  "session_start",
  "session_end",
];

/** What a model hook's decision can do on an event of docker-agent. */
export interface DecisionPower {
  /** A deny stops something. */
  readonly denies: boolean;
  /** The user can be asked. */
  readonly asks: boolean;
  /** The user's prompt can be skipped. */
  readonly allows: boolean;
}

/** The events at which nothing can be stopped (document 004, "Hook Types"): a deny there is only shown. */
const STOPS_NOTHING: ReadonlySet<string> = new Set([
  "session_start",
  "turn_start",
  "after_llm_call",
  "on_tool_approval_decision",
  "tool_response_transform",
  "turn_end",
  "stop",
  "after_compaction",
  "subagent_stop",
  "on_user_input",
  "notification",
  "on_error",
  "on_max_iterations",
  "on_agent_switch",
  "on_session_resume",
  "session_end",
]);

/**
 * What counts of a model's decision: the same as of a command's. A deny stops whatever can be stopped, an unknown event
 * included; the answer of a guard never skips a prompt, and at a prompt the user is asked anyway.
 */
export function powerAt(event: string): DecisionPower {
  return {
    denies: !STOPS_NOTHING.has(event),
    asks: event === "pre_tool_use" || event === "tool_guard",
    allows: event === "pre_tool_use" || event === "permission_request",
  };
}

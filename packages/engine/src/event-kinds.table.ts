import type { EventKind } from "./event-kind.js";

/**
 * Every event of the source formats (SPEC, "Events"). A `gates: false` event may be denied, too: the decision says
 * so, but no host stops anything for it.
 */
export const EVENT_KINDS: readonly EventKind[] = [
  // Mayros (document 000, "Supported events").
  { name: "before_tool_call", gates: true, input: { path: "params" }, context: true, known: true },
  { name: "after_tool_call", gates: false, input: null, context: false, known: true },
  { name: "message_sending", gates: true, input: { keys: ["message"] }, context: false, known: true },
  { name: "before_prompt_build", gates: false, input: null, context: true, known: true },
  { name: "before_agent_start", gates: false, input: null, context: true, known: true },
  { name: "session_start", gates: false, input: null, context: true, known: true },
  { name: "session_end", gates: false, input: null, context: false, known: true },
  // docker-agent (document 004, "Hook Types", "Context-Contributing Events"). `session_start` and `session_end` are above.
  { name: "pre_tool_use", gates: true, input: { path: "tool_input" }, context: false, known: true },
  { name: "permission_request", gates: true, input: { keys: ["metadata"] }, context: false, known: true },
  {
    name: "tool_response_transform",
    gates: false,
    input: { keys: ["tool_response"] },
    context: false,
    known: true,
  },
  { name: "post_tool_use", gates: false, stops: true, input: null, context: true, known: true },
  { name: "user_prompt_submit", gates: true, input: null, context: true, known: true },
  { name: "turn_start", gates: false, input: null, context: true, known: true },
  { name: "turn_end", gates: false, input: null, context: false, known: true },
  { name: "before_llm_call", gates: true, input: { keys: ["messages"] }, context: false, known: true },
  { name: "after_llm_call", gates: false, input: null, context: false, known: true },
  { name: "pre_compact", gates: false, stops: true, input: null, context: true, known: true },
  {
    name: "before_compaction",
    gates: false,
    stops: true,
    input: { keys: ["summary"] },
    context: false,
    known: true,
  },
  { name: "after_compaction", gates: false, input: null, context: false, known: true },
  { name: "subagent_stop", gates: false, input: null, context: false, known: true },
  { name: "on_user_input", gates: false, input: null, context: false, known: true },
  { name: "stop", gates: false, input: null, context: true, known: true },
  { name: "notification", gates: false, input: null, context: false, known: true },
  { name: "on_error", gates: false, input: null, context: false, known: true },
  { name: "on_max_iterations", gates: false, input: null, context: false, known: true },
  { name: "on_agent_switch", gates: false, input: null, context: false, known: true },
  { name: "on_session_resume", gates: false, input: null, context: false, known: true },
  { name: "on_tool_approval_decision", gates: false, input: null, context: false, known: true },
  // Events of later docker-agent generations.
  { name: "tool_input_transform", gates: true, input: { path: "tool_input" }, context: false, known: true },
  { name: "tool_guard", gates: true, input: { keys: ["metadata"] }, context: false, known: true },
  { name: "user_steering_messages_submit", gates: true, input: null, context: true, known: true },
  { name: "user_followup_submit", gates: true, input: null, context: true, known: true },
  { name: "worktree_create", gates: true, input: null, context: true, known: true },
];

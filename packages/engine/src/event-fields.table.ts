const MAYROS = ["sessionKey", "agentId"];
const DOCKER_AGENT = ["session_id", "agent_name", "hook_event_name"];
const TOOL_USE = [
  "tool_name",
  "tool_input",
  "tool_use_id",
  "safety_policy",
  "tool_category",
  "tool_read_only",
];
const CLAUDE_CODE = [
  "session_id",
  "transcript_path",
  "hook_event_name",
  "prompt_id",
  "permission_mode",
  "agent_id",
  "agent_type",
  "effort",
];

const MIMIR = [
  "working_dir",
  "project_dir",
  "task_description",
  "agent_id",
  "agent_role",
  "agent_model",
  "conversation_id",
  "tokens_used",
  "cost",
  "duration",
  "user_email",
  "org_slug",
  "team_id",
];
const MIMIR_FILE = [...MIMIR, "file_path", "file_name", "file_ext", "relative_path"];
const MIMIR_BASH = [...MIMIR, "bash_command"];
const MIMIR_TOOL = [...MIMIR, "tool_name", "tool_args"];

/** What the events of every agent may carry. */
const EVERYWHERE = ["event", "host", "cwd", "workspace", "home", "raw", "timestamp", "platform"];

/** The fields of documented events in addition to those of every event, as the sources of their formats list them. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  // Mayros.
  before_tool_call: [...MAYROS, "toolName", "params", "tool", "toolCallId"],
  after_tool_call: [...MAYROS, "toolName", "params", "tool", "toolCallId", "result", "error", "durationMs"],
  message_sending: [...MAYROS, "message", "content", "to", "channelId", "metadata"],
  before_prompt_build: [...MAYROS, "prompt", "messages"],
  before_agent_start: [...MAYROS, "prompt", "messages"],
  session_start: [...MAYROS, ...DOCKER_AGENT, "sessionId", "source", "model"],
  session_end: [...MAYROS, ...DOCKER_AGENT, "sessionId", "reason", "messageCount", "durationMs"],
  // docker-agent (document 004, "Per-Event Extra Fields").
  pre_tool_use: [...DOCKER_AGENT, ...TOOL_USE],
  post_tool_use: [...DOCKER_AGENT, ...TOOL_USE, "tool_response", "tool_error"],
  permission_request: [...DOCKER_AGENT, ...TOOL_USE, "metadata"],
  tool_response_transform: [...DOCKER_AGENT, ...TOOL_USE, "tool_response", "tool_error"],
  tool_input_transform: [...DOCKER_AGENT, ...TOOL_USE],
  tool_guard: [...DOCKER_AGENT, ...TOOL_USE, "metadata"],
  on_tool_approval_decision: [
    ...DOCKER_AGENT,
    ...TOOL_USE,
    "approval_decision",
    "approval_source",
    "safety_label",
  ],
  user_prompt_submit: [...DOCKER_AGENT, "prompt"],
  user_steering_messages_submit: [...DOCKER_AGENT, "steering_messages"],
  user_followup_submit: [...DOCKER_AGENT, "prompt"],
  turn_start: DOCKER_AGENT,
  turn_end: [...DOCKER_AGENT, "reason"],
  before_llm_call: [...DOCKER_AGENT, "model_id", "iteration", "messages"],
  after_llm_call: [...DOCKER_AGENT, "model_id", "stop_response", "last_user_message", "usage", "cost"],
  pre_compact: [...DOCKER_AGENT, "source"],
  before_compaction: [
    ...DOCKER_AGENT,
    "input_tokens",
    "output_tokens",
    "context_limit",
    "compaction_reason",
    "summary",
  ],
  after_compaction: [
    ...DOCKER_AGENT,
    "input_tokens",
    "output_tokens",
    "context_limit",
    "compaction_reason",
    "summary",
  ],
  subagent_stop: [...DOCKER_AGENT, "parent_session_id", "stop_response"],
  on_user_input: DOCKER_AGENT,
  stop: [...DOCKER_AGENT, "stop_response", "last_user_message"],
  notification: [...DOCKER_AGENT, "notification_level", "notification_message"],
  on_error: [...DOCKER_AGENT, "notification_level", "notification_message"],
  on_max_iterations: [...DOCKER_AGENT, "notification_level", "notification_message"],
  on_agent_switch: [...DOCKER_AGENT, "from_agent", "to_agent", "agent_switch_kind", "from_agent_models"],
  on_session_resume: [...DOCKER_AGENT, "previous_max_iterations", "new_max_iterations"],
  worktree_create: [...DOCKER_AGENT, "worktree_path", "worktree_branch", "worktree_source_dir"],
  // Claude Code.
  PreToolUse: [...CLAUDE_CODE, "tool_name", "tool_input", "tool_use_id", "mcp_server"],
  PostToolUse: [
    ...CLAUDE_CODE,
    "tool_name",
    "tool_input",
    "tool_use_id",
    "tool_response",
    "duration_ms",
    "mcp_server",
  ],
  PermissionRequest: [...CLAUDE_CODE, "tool_name", "tool_input", "tool_use_id", "permission_suggestions"],
  UserPromptSubmit: [...CLAUDE_CODE, "prompt", "source"],
  Stop: [...CLAUDE_CODE, "stop_hook_active", "last_assistant_message", "background_tasks", "session_crons"],
  SubagentStop: [
    ...CLAUDE_CODE,
    "stop_hook_active",
    "last_assistant_message",
    "background_tasks",
    "agent_transcript_path",
  ],
  // Mimir (document 003, "Hook Variables", and its examples).
  "pre-tool-call": MIMIR_TOOL,
  "post-tool-call": [...MIMIR_TOOL, "tool_result"],
  "pre-file-write": MIMIR_FILE,
  "post-file-write": MIMIR_FILE,
  "pre-bash-execution": MIMIR_BASH,
  "post-bash-execution": [...MIMIR_BASH, "bash_exit_code", "bash_stdout", "bash_stderr"],
  "pre-agent-execute": MIMIR,
  "post-agent-execute": [...MIMIR, "agent_status"],
  "pre-subagent-create": MIMIR,
  "post-subagent-complete": MIMIR,
  "on-agent-error": [...MIMIR, "error_message"],
  "on-agent-interrupt": MIMIR,
  "pre-context-add": [...MIMIR, "context_tokens"],
  "post-context-prune": MIMIR,
  "pre-conversation-save": MIMIR,
  "post-conversation-save": MIMIR,
  "on-mode-switch": MIMIR,
  "on-plan-approve": MIMIR,
  "on-plan-reject": MIMIR,
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(FIELDS).map(([event, fields]) => [event, new Set([...EVERYWHERE, ...fields])]),
);

/**
 * The fields that a documented event may carry; `null` where they are unknown: the events of an embedder, and those
 * whose fields no source lists.
 */
export function fieldsOfEvent(event: string): ReadonlySet<string> | null {
  return SETS.get(event) ?? null;
}

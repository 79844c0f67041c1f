import { ownRecord } from "@gatehouse-hooks/json";
import type { EventKind } from "./event-kind.js";

type Row = Omit<EventKind, "host" | "known">;

const MAYROS_TOOL = { name: "toolName", input: "params" };
const TOOL = { name: "tool_name", input: "tool_input" };
const MIMIR_TOOL = { name: "tool_name", input: "tool_args" };
const CALL = { tool_name: "string", tool_input: "object?" } as const;
const CLAUDE_CALL = { tool_name: "string", tool_input: "object" } as const;

/** Mayros (document 000, "Supported events") */
const MAYROS: readonly Row[] = [
  {
    name: "before_tool_call",
    gates: true,
    input: { path: "params" },
    context: true,
    tool: MAYROS_TOOL,
    fields: { toolName: "string", params: "object" },
  },
  {
    name: "after_tool_call",
    gates: false,
    input: null,
    context: false,
    tool: MAYROS_TOOL,
    fields: { toolName: "string", params: "object?" },
  },
  {
    name: "message_sending",
    gates: true,
    input: { keys: ["message"] },
    context: false,
    fields: { message: "string" },
  },
  { name: "before_prompt_build", gates: false, input: null, context: true },
  { name: "before_agent_start", gates: false, input: null, context: true },
  { name: "session_start", gates: false, input: null, context: true },
  { name: "session_end", gates: false, input: null, context: false },
];

/**
 * docker-agent (document 004, "Hook Types", "Context-Contributing Events"). `session_start` and `session_end` are above.
 * It leaves `tool_input` out when the arguments are not an object, and an empty string.
 */
const DOCKER_AGENT: readonly Row[] = [
  {
    name: "pre_tool_use",
    gates: true,
    input: { path: "tool_input" },
    context: false,
    tool: TOOL,
    fields: CALL,
  },
  {
    name: "permission_request",
    gates: true,
    input: { keys: ["metadata"] },
    context: false,
    tool: TOOL,
    fields: CALL,
  },
  {
    name: "tool_response_transform",
    gates: false,
    input: { keys: ["tool_response"] },
    context: false,
    tool: TOOL,
    fields: CALL,
  },
  { name: "post_tool_use", gates: false, stops: true, input: null, context: true, tool: TOOL, fields: CALL },
  { name: "user_prompt_submit", gates: true, input: null, context: true, fields: { prompt: "string?" } },
  { name: "turn_start", gates: false, input: null, context: true },
  { name: "turn_end", gates: false, input: null, context: false },
  {
    name: "before_llm_call",
    gates: true,
    input: { keys: ["messages"] },
    context: false,
    fields: { messages: "list?" },
  },
  { name: "after_llm_call", gates: false, input: null, context: false },
  { name: "pre_compact", gates: false, stops: true, input: null, context: true },
  { name: "before_compaction", gates: false, stops: true, input: { keys: ["summary"] }, context: false },
  { name: "after_compaction", gates: false, input: null, context: false },
  { name: "subagent_stop", gates: false, input: null, context: false },
  { name: "on_user_input", gates: false, input: null, context: false },
  { name: "stop", gates: false, input: null, context: true },
  { name: "notification", gates: false, input: null, context: false },
  { name: "on_error", gates: false, input: null, context: false },
  { name: "on_max_iterations", gates: false, input: null, context: false },
  { name: "on_agent_switch", gates: false, input: null, context: false },
  { name: "on_session_resume", gates: false, input: null, context: false },
  { name: "on_tool_approval_decision", gates: false, input: null, context: false, tool: TOOL, fields: CALL },
  {
    name: "tool_input_transform",
    gates: true,
    input: { path: "tool_input" },
    context: false,
    tool: TOOL,
    fields: CALL,
  },
  {
    name: "tool_guard",
    gates: true,
    input: { keys: ["metadata"] },
    context: false,
    tool: TOOL,
    fields: CALL,
  },
  {
    name: "user_steering_messages_submit",
    gates: true,
    input: null,
    context: true,
    fields: { steering_messages: "list?" },
  },
  { name: "user_followup_submit", gates: true, input: null, context: true, fields: { prompt: "string?" } },
  { name: "worktree_create", gates: true, input: null, context: true, fields: { worktree_path: "string?" } },
];

/** Mimir (document 003, "Hook Types"). What comes before something can stop it; the rest is only told. */
const MIMIR: readonly Row[] = [
  {
    name: "pre-tool-call",
    gates: true,
    input: null,
    context: false,
    tool: MIMIR_TOOL,
    fields: { tool_name: "string" },
  },
  { name: "pre-file-write", gates: true, input: null, context: false, fields: { file_path: "string" } },
  {
    name: "pre-bash-execution",
    gates: true,
    input: null,
    context: false,
    fields: { bash_command: "string" },
  },
  { name: "pre-agent-execute", gates: true, input: null, context: false },
  { name: "pre-subagent-create", gates: true, input: null, context: false },
  { name: "pre-context-add", gates: true, input: null, context: false },
  { name: "pre-conversation-save", gates: true, input: null, context: false },
  {
    name: "post-tool-call",
    gates: false,
    input: null,
    context: false,
    tool: MIMIR_TOOL,
    fields: { tool_name: "string" },
  },
  { name: "post-file-write", gates: false, input: null, context: false, fields: { file_path: "string" } },
  {
    name: "post-bash-execution",
    gates: false,
    input: null,
    context: false,
    fields: { bash_command: "string" },
  },
  { name: "post-agent-execute", gates: false, input: null, context: false },
  { name: "post-subagent-complete", gates: false, input: null, context: false },
  { name: "on-agent-error", gates: false, input: null, context: false },
  { name: "on-agent-interrupt", gates: false, input: null, context: false },
  { name: "post-context-prune", gates: false, input: null, context: false },
  { name: "post-conversation-save", gates: false, input: null, context: false },
  { name: "on-mode-switch", gates: false, input: null, context: false },
  { name: "on-plan-approve", gates: false, input: null, context: false },
  { name: "on-plan-reject", gates: false, input: null, context: false },
];

/** Claude Code, whose names the hooks of document 001 carry. `Stop` and the like are told, and a deny keeps the agent going. */
const CLAUDE_CODE: readonly Row[] = [
  {
    name: "PreToolUse",
    gates: true,
    input: { path: "tool_input" },
    context: true,
    tool: TOOL,
    fields: CLAUDE_CALL,
  },
  {
    name: "PermissionRequest",
    gates: true,
    input: { path: "tool_input" },
    context: false,
    tool: TOOL,
    fields: CLAUDE_CALL,
  },
  {
    name: "PostToolUse",
    gates: false,
    stops: true,
    input: null,
    context: true,
    tool: TOOL,
    fields: CLAUDE_CALL,
  },
  { name: "PostToolUseFailure", gates: false, input: null, context: true, tool: TOOL, fields: CLAUDE_CALL },
  { name: "PostToolBatch", gates: false, input: null, context: true },
  { name: "UserPromptSubmit", gates: true, input: null, context: true, fields: { prompt: "string" } },
  { name: "Stop", gates: false, stops: true, input: null, context: false },
  { name: "StopFailure", gates: false, input: null, context: false },
  { name: "SubagentStart", gates: false, input: null, context: true },
  { name: "SubagentStop", gates: false, stops: true, input: null, context: false },
  { name: "SessionStart", gates: false, input: null, context: true },
  { name: "SessionEnd", gates: false, input: null, context: false },
  { name: "PreCompact", gates: false, stops: true, input: null, context: false },
  { name: "PostCompact", gates: false, input: null, context: false },
  { name: "Notification", gates: false, input: null, context: false },
  { name: "ConfigChange", gates: false, stops: true, input: null, context: false },
];

/**
 * Every event of the source formats (SPEC, "Events"). A `gates: false` event may be denied, too: the decision says
 * so, but no host stops anything for it.
 */
export const EVENT_KINDS: readonly EventKind[] = [
  ...of("Mayros", MAYROS),
  ...of("docker-agent", DOCKER_AGENT),
  ...of("Mimir", MIMIR),
  ...of("Claude Code", CLAUDE_CODE),
];

function of(host: string, rows: readonly Row[]): readonly EventKind[] {
  return rows.map((row) => ownRecord({ ...row, host, known: true }));
}

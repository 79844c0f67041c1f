import type { JsonValue } from "@gatehouse-hooks/json";

/**
 * The fields that a template of docker-agent sees: their names in the template, the event's key, and what an absent one
 * shows (document 004, "Hook Input").
 */
export const INPUT_FIELDS: ReadonlyMap<string, readonly [key: string, absent: JsonValue]> = new Map(
  Object.entries<readonly [string, JsonValue]>({
    SessionID: ["session_id", ""],
    Cwd: ["cwd", ""],
    HookEventName: ["event", ""],
    AgentName: ["agent_name", ""],
    ToolName: ["tool_name", ""],
    ToolUseID: ["tool_use_id", ""],
    ToolInput: ["tool_input", {}],
    ToolResponse: ["tool_response", null],
    ToolError: ["tool_error", false],
    ToolCategory: ["tool_category", ""],
    Prompt: ["prompt", ""],
    SteeringMessages: ["steering_messages", []],
    Source: ["source", ""],
    Reason: ["reason", ""],
    StopResponse: ["stop_response", ""],
    LastUserMessage: ["last_user_message", ""],
    ModelID: ["model_id", ""],
    Iteration: ["iteration", 0],
    Messages: ["messages", []],
    ParentSessionID: ["parent_session_id", ""],
    NotificationLevel: ["notification_level", ""],
    NotificationMessage: ["notification_message", ""],
    InputTokens: ["input_tokens", 0],
    OutputTokens: ["output_tokens", 0],
    ContextLimit: ["context_limit", 0],
    CompactionReason: ["compaction_reason", ""],
    Summary: ["summary", ""],
    FromAgent: ["from_agent", ""],
    ToAgent: ["to_agent", ""],
    AgentSwitchKind: ["agent_switch_kind", ""],
    PreviousMaxIterations: ["previous_max_iterations", 0],
    NewMaxIterations: ["new_max_iterations", 0],
    ApprovalDecision: ["approval_decision", ""],
    ApprovalSource: ["approval_source", ""],
    SafetyLabel: ["safety_label", ""],
    SafetyPolicy: ["safety_policy", ""],
  }),
);

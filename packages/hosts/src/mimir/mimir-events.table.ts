/** What an event of Mimir is about (document 003, "Hook Types"). */
export interface MimirEvent {
  readonly name: string;
  readonly group: "tool" | "agent" | "conversation" | "mode";
  /** `patterns` have a meaning: the event is about one file. */
  readonly fileHook: boolean;
}

/** The 19 events of document 003, in its order. Which of them can block is in the engine's table. */
export const MIMIR_EVENTS: readonly MimirEvent[] = [
  { name: "pre-tool-call", group: "tool", fileHook: false },
  { name: "post-tool-call", group: "tool", fileHook: false },
  { name: "pre-file-write", group: "tool", fileHook: true },
  { name: "post-file-write", group: "tool", fileHook: true },
  { name: "pre-bash-execution", group: "tool", fileHook: false },
  { name: "post-bash-execution", group: "tool", fileHook: false },
  { name: "pre-agent-execute", group: "agent", fileHook: false },
  { name: "post-agent-execute", group: "agent", fileHook: false },
  { name: "pre-subagent-create", group: "agent", fileHook: false },
  { name: "post-subagent-complete", group: "agent", fileHook: false },
  { name: "on-agent-error", group: "agent", fileHook: false },
  { name: "on-agent-interrupt", group: "agent", fileHook: false },
  { name: "pre-context-add", group: "conversation", fileHook: false },
  { name: "post-context-prune", group: "conversation", fileHook: false },
  { name: "pre-conversation-save", group: "conversation", fileHook: false },
  { name: "post-conversation-save", group: "conversation", fileHook: false },
  { name: "on-mode-switch", group: "mode", fileHook: false },
  { name: "on-plan-approve", group: "mode", fileHook: false },
  { name: "on-plan-reject", group: "mode", fileHook: false },
];

// Written by write-golden.ts; do not edit. Compiled, never run: the compiler is the test.
import type { HookEvent, SyncHookJSONOutput } from "@anthropic-ai/claude-agent-sdk";

export const ANSWERS: readonly SyncHookJSONOutput[] = [
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      permissionDecisionReason: "[guard] known to be safe",
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "[guard] not here",
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: "[guard] sure?",
    },
  },
  { systemMessage: "[guard] careful" },
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { command: "ls -l", description: "test" },
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      permissionDecisionReason: "[guard] so it is safe",
      updatedInput: { command: "ls -l", description: "test" },
    },
  },
  { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } },
  {
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: { behavior: "deny", message: "[guard] not here" },
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: {
        behavior: "deny",
        message:
          '[gatehouse] a policy changes the call; it does not run as it is, and is not changed for you: call Bash with the arguments {"command":"ls -l","description":"test"} instead',
      },
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: { behavior: "allow", updatedInput: { command: "ls -l", description: "test" } },
    },
  },
  {
    decision: "block",
    reason: "[guard] not here",
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      updatedToolOutput: {
        stdout: "[guard] not here",
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: true,
      },
    },
  },
  {
    decision: "block",
    reason: "[guard] needs approval: sure?",
    hookSpecificOutput: {
      hookEventName: "PostToolUse",
      updatedToolOutput: {
        stdout: "[guard] needs approval: sure?",
        stderr: "",
        interrupted: false,
        isImage: false,
        noOutputExpected: true,
      },
    },
  },
  { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "PostToolUseFailure", additionalContext: "use main" } },
  { decision: "block", reason: "[guard] not here" },
  { decision: "block", reason: "[guard] needs approval: sure?" },
  { hookSpecificOutput: { hookEventName: "PostToolBatch", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "UserPromptExpansion", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "SubagentStart", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "use main" } },
  { hookSpecificOutput: { hookEventName: "Setup", additionalContext: "use main" } },
  {
    hookSpecificOutput: {
      hookEventName: "PreModelSwitch",
      permissionDecision: "allow",
      permissionDecisionReason: "[guard] known to be safe",
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreModelSwitch",
      permissionDecision: "deny",
      permissionDecisionReason: "[guard] not here",
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreModelSwitch",
      permissionDecision: "ask",
      permissionDecisionReason: "[guard] sure?",
    },
  },
  {
    hookSpecificOutput: {
      hookEventName: "PreModelSwitch",
      permissionDecision: "allow",
      permissionDecisionReason: "[guard] so it is safe",
    },
  },
  { continue: false, stopReason: "[guard] not here" },
  { continue: false, stopReason: "[guard] needs approval: sure?" },
  { hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } },
  { hookSpecificOutput: { hookEventName: "ElicitationResult", action: "decline" } },
];

export const NAMES = [
  "PreToolUse",
  "PermissionRequest",
  "PermissionDenied",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "SessionStart",
  "SessionEnd",
  "Setup",
  "PreCompact",
  "PostCompact",
  "Notification",
  "ConfigChange",
  "PreModelSwitch",
  "PostModelSwitch",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded",
  "MessageDisplay",
] as const satisfies readonly HookEvent[];

/** Every event that the SDK knows is in the tables. */
export const ALL: [Exclude<HookEvent, (typeof NAMES)[number]>] extends [never] ? true : never = true;

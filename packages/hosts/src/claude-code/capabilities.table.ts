import { type EventCapability, type HostCapabilities, SHOWN, TOLD } from "../wire/capability.js";

const BLOCKS: EventCapability = { ...TOLD, deny: "stops", warn: true, stop: true };
const GIVES_CONTEXT: EventCapability = { ...SHOWN, context: true };

/**
 * What Claude Code makes of the answers to its events (docs/hosts.md). A `continue: false` before a tool call ends the session after
 * the call has run, so it is never said there.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 600, unit: "s" },
  afterTimeout: "runs",
  failure: { exitCode: 2, stream: "stderr" },
  events: {
    PreToolUse: {
      deny: "stops",
      ask: "asks",
      allow: "skips the question",
      rewrite: "whole",
      rewriteWithAsk: true,
      warn: true,
      context: true,
      stop: false,
    },
    PermissionRequest: {
      ...TOLD,
      deny: "stops",
      ask: "by silence",
      allow: "skips the question",
      rewrite: "whole",
      rewriteNeedsAllow: true,
    },
    PermissionDenied: SHOWN,
    PostToolUse: { ...GIVES_CONTEXT, deny: "hides", replacesResult: true, stop: true },
    PostToolUseFailure: GIVES_CONTEXT,
    PostToolBatch: { ...GIVES_CONTEXT, deny: "stops", open: true, stop: true },
    UserPromptSubmit: { ...BLOCKS, context: true, timeout: 30 },
    UserPromptExpansion: { ...BLOCKS, context: true },
    Stop: { ...SHOWN, deny: "continues", stop: true },
    StopFailure: TOLD,
    SubagentStart: GIVES_CONTEXT,
    SubagentStop: { ...SHOWN, deny: "continues", stop: true },
    SessionStart: GIVES_CONTEXT,
    SessionEnd: { ...TOLD, timeout: 1.5 },
    Setup: GIVES_CONTEXT,
    PreCompact: { ...BLOCKS, open: true },
    PostCompact: SHOWN,
    Notification: SHOWN,
    ConfigChange: BLOCKS,
    PreModelSwitch: {
      ...SHOWN,
      deny: "stops",
      ask: "asks",
      allow: "skips the question",
      timeout: 30,
    },
    PostModelSwitch: { ...SHOWN, timeout: 30 },
    TeammateIdle: { ...TOLD, deny: "stops", open: true, stop: true },
    TaskCreated: { ...TOLD, deny: "stops", open: true, stop: true },
    TaskCompleted: { ...TOLD, deny: "stops", open: true, stop: true },
    Elicitation: { ...TOLD, deny: "stops" },
    ElicitationResult: { ...TOLD, deny: "stops" },
    WorktreeCreate: TOLD,
    WorktreeRemove: TOLD,
    InstructionsLoaded: TOLD,
    CwdChanged: TOLD,
    FileChanged: TOLD,
    DirectoryAdded: TOLD,
    MessageDisplay: { ...TOLD, timeout: 10 },
  },
};

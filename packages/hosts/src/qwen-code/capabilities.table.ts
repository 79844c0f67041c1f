import { type HostCapabilities, SHOWN, TOLD } from "../wire/capability.js";

/**
 * What Qwen Code makes of the answers to its events (docs/hosts.md). It has Claude Code's words, and does not read a rewrite: the call
 * runs as it was.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 60, unit: "ms" },
  afterTimeout: "runs",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    PreToolUse: {
      deny: "stops",
      ask: "asks",
      allow: "powerless",
      rewrite: "ignored",
      warn: true,
      context: false,
      stop: true,
    },
    PermissionRequest: { ...TOLD, deny: "stops", ask: "ignored", allow: "skips the question" },
    PostToolUse: { ...SHOWN, context: true, stop: true },
    PostToolUseFailure: TOLD,
    UserPromptSubmit: { ...SHOWN, deny: "stops", context: true, stop: true },
    Stop: { ...TOLD, deny: "continues" },
    StopFailure: TOLD,
    SubagentStart: TOLD,
    SubagentStop: { ...TOLD, deny: "continues" },
    SessionStart: { ...TOLD, context: true },
    SessionEnd: TOLD,
    PreCompact: TOLD,
    PostCompact: TOLD,
    Notification: TOLD,
  },
};

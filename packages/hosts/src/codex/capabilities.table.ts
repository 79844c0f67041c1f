import { type EventCapability, type HostCapabilities, SHOWN, TOLD } from "../wire/capability.js";

const BLOCKS: EventCapability = { ...TOLD, deny: "stops", warn: true, stop: true };

/**
 * What Codex makes of the answers to its events (docs/hosts.md). Its reader refuses an answer with a field that it does not know, an
 * ask, an allow without a rewrite, and a deny without a reason, and the call then runs.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 600, unit: "s" },
  afterTimeout: "runs",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    PreToolUse: {
      deny: "stops",
      ask: "ignored",
      allow: "powerless",
      rewrite: "whole",
      rewriteNeedsAllow: true,
      warn: true,
      context: true,
      stop: false,
    },
    PermissionRequest: { ...TOLD, deny: "stops", ask: "by silence", allow: "skips the question" },
    PostToolUse: { ...SHOWN, deny: "hides", context: true, stop: true },
    UserPromptSubmit: { ...BLOCKS, context: true },
    SessionStart: { ...SHOWN, context: true, stop: true },
    SubagentStart: TOLD,
    SubagentStop: { ...TOLD, deny: "continues" },
    Stop: { ...TOLD, deny: "continues" },
    PreCompact: TOLD,
    PostCompact: TOLD,
    Interrupt: TOLD,
    StopFailure: TOLD,
  },
};

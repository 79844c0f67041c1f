import { type EventCapability, type HostCapabilities, TOLD } from "../wire/capability.js";

const GIVES_CONTEXT: EventCapability = { ...TOLD, context: true };
const BEFORE_TOOL: EventCapability = {
  ...TOLD,
  deny: "stops",
  ask: "asks",
  allow: "overrides",
  rewrite: "whole",
  context: true,
};
/** It comes for every call, also for those that the agent would not ask about: silence runs them. */
const PERMISSION: EventCapability = { ...TOLD, deny: "stops", allow: "overrides" };
const AFTER_TOOL: EventCapability = { ...GIVES_CONTEXT, deny: "hides", replacesResult: true };
const PROMPT: EventCapability = { ...GIVES_CONTEXT, deny: "stops" };
const STOP: EventCapability = { ...TOLD, deny: "continues" };

/**
 * What GitHub Copilot CLI makes of the answers to its events, by both spellings of their names (docs/hosts.md). An allow runs a call
 * that the user's own rules deny, so it is said for a policy that says allow and never for one that has no opinion.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 30, unit: "s" },
  afterTimeout: "runs",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    preToolUse: BEFORE_TOOL,
    PreToolUse: BEFORE_TOOL,
    permissionRequest: PERMISSION,
    postToolUse: AFTER_TOOL,
    PostToolUse: AFTER_TOOL,
    postToolUseFailure: TOLD,
    PostToolUseFailure: TOLD,
    userPromptSubmitted: PROMPT,
    UserPromptSubmit: PROMPT,
    userPromptTransformed: TOLD,
    sessionStart: GIVES_CONTEXT,
    SessionStart: GIVES_CONTEXT,
    sessionEnd: TOLD,
    SessionEnd: TOLD,
    agentStop: STOP,
    Stop: STOP,
    subagentStart: GIVES_CONTEXT,
    SubagentStart: GIVES_CONTEXT,
    subagentStop: STOP,
    SubagentStop: STOP,
    preCompact: TOLD,
    PreCompact: TOLD,
    Notification: TOLD,
    errorOccurred: TOLD,
    ErrorOccurred: TOLD,
    preMcpToolCall: TOLD,
  },
};

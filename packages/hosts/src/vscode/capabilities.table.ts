import { type EventCapability, type HostCapabilities, SHOWN, TOLD } from "../wire/capability.js";

const GIVES_CONTEXT: EventCapability = { ...SHOWN, context: true };
const CONTINUES: EventCapability = { ...SHOWN, deny: "continues" };

/**
 * What VS Code makes of the answers to its events (docs/hosts.md), from reports of runs; it could not be run here. What is not known is taken
 * for what would be worse: a rewrite is not said, as it may be ignored and the call run as it was, and an allow may hold against the user's own
 * rules.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 30, unit: "s" },
  afterTimeout: "runs",
  failure: { exitCode: 2, stream: "stderr" },
  events: {
    PreToolUse: { ...GIVES_CONTEXT, deny: "stops", ask: "asks", allow: "overrides" },
    PostToolUse: { ...GIVES_CONTEXT, deny: "tells" },
    UserPromptSubmit: { ...GIVES_CONTEXT, deny: "stops" },
    SessionStart: GIVES_CONTEXT,
    Stop: CONTINUES,
    SubagentStart: GIVES_CONTEXT,
    SubagentStop: CONTINUES,
    PreCompact: TOLD,
  },
};

import type { Host } from "../host.js";
import { preparePayload } from "../prepare/prepare-payload.js";
import { EVENTS } from "./events.table.js";
import { speakClaudeCode } from "./speak.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["session_id"];

/** Claude Code, whose events the hooks of document 001 have. */
export const claudeCodeHost: Host = {
  name: "claude-code",
  title: "Claude Code",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  prepare: (payload) =>
    preparePayload(payload, {
      host: "claude-code",
      nameKeys: ["hook_event_name", "event"],
      events: EVENTS,
      tools: TOOLS,
      sessionKeys,
    }),
  speak: speakClaudeCode,
};

import type { JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { answerClaudeCode } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["session_id"];

const PREPARATION: Preparation = {
  host: "claude-code",
  nameKeys: ["hook_event_name", "event"],
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  toolKeys: { name: "tool_name", input: "tool_input" },
};

/** Keys of agents that have Claude Code's names of events and fields, and are others. */
const NOT_OURS = ["timestamp", "turn_id", "sessionId", "conversation_id", "cursor_version", "agent_name"];

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    typeof payload["hook_event_name"] === "string" &&
    Object.hasOwn(CAPABILITIES.events, payload["hook_event_name"]) &&
    typeof payload["transcript_path"] === "string" &&
    !NOT_OURS.some((key) => Object.hasOwn(payload, key)) &&
    !isCodexStart(payload),
  answer: answerClaudeCode,
  failsByExit: true,
});

/** Claude Code, whose events the hooks of document 001 have. */
export const claudeCodeHost: WiredHost = {
  name: "claude-code",
  title: "Claude Code",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

/** Codex begins a session with the same fields, and the mode of permissions beside them. */
function isCodexStart(payload: JsonObject): boolean {
  return (
    payload["hook_event_name"] === "SessionStart" &&
    Object.hasOwn(payload, "permission_mode") &&
    Object.hasOwn(payload, "model")
  );
}

import type { JsonObject } from "@gatehouse-hooks/json";
import { EDITORS_FIELD, namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { answerInHookOutput } from "../wire/hook-output.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

/** Keys of agents that have Claude Code's names of events and fields, and are others. */
const NOT_OURS = ["timestamp", "turn_id", "sessionId", "conversation_id", EDITORS_FIELD, "agent_name"];

/** Claude Code, whose events the hooks of document 001 have. */
export const claudeCodeHost: WiredHost = wiredHostFrom({
  name: "claude-code",
  title: "Claude Code",
  events: EVENTS,
  tools: TOOLS,
  nameKeys: ["hook_event_name", "event"],
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    namesEventOf(CAPABILITIES, payload) &&
    typeof payload["transcript_path"] === "string" &&
    !NOT_OURS.some((key) => Object.hasOwn(payload, key)) &&
    !isCodexStart(payload),
  answer: answerInHookOutput,
  failsByExit: true,
});

/** Codex begins a session with the same fields, and the mode of permissions beside them. */
function isCodexStart(payload: JsonObject): boolean {
  return (
    payload["hook_event_name"] === "SessionStart" &&
    Object.hasOwn(payload, "permission_mode") &&
    Object.hasOwn(payload, "model")
  );
}

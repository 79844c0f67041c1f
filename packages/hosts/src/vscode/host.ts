import { type JsonObject, own } from "@gatehouse-hooks/json";
import { EDITORS_FIELD, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { vsCodeCall } from "./call-of.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";
import { specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";

/** Keys of agents that have the same names of events and of the common fields. */
const NOT_OURS = [
  "permission_mode",
  "turn_id",
  "conversation_id",
  EDITORS_FIELD,
  "agent_name",
  "model",
  "mcp_context",
];
/** Of these events no other agent with a time in its payloads has what VS Code has in them. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["tool_use_id", "transcript_path"],
  PostToolUse: ["tool_use_id", "transcript_path"],
  UserPromptSubmit: ["transcript_path"],
};

/**
 * VS Code's own agent. It reads the hook files of Claude Code and of Copilot, so its payloads come to the hooks of these: nothing has to be
 * installed for it.
 */
export const vsCodeHost: WiredHost = wiredHostFrom({
  name: "vscode",
  title: "VS Code",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  readsHooksOfOthers: true,
  nameKeys: ["hookEventName", "hook_event_name"],
  sessionKeys: ["sessionId", "session_id"],
  // Its prepared events have the canonical field.
  eventSessionKeys: [],
  callOf: vsCodeCall,
  capabilities: CAPABILITIES,
  recognises: isVsCodes,
  answer: answerVsCode,
  failsByExit: true,
});

/** No other agent spells `hookEventName` so; with underscores, its tool calls have a time and the fields that Copilot CLI's lack. */
function isVsCodes(payload: JsonObject): boolean {
  if (typeof own(payload, "hookEventName") === "string") return true;
  const name = own(payload, "hook_event_name");
  if (typeof name !== "string" || !Object.hasOwn(OWN_FIELDS, name)) return false;
  if (NOT_OURS.some((key) => Object.hasOwn(payload, key))) return false;
  if (typeof own(payload, "timestamp") !== "string") return false;
  const session = own(payload, "session_id") ?? own(payload, "sessionId");
  return (
    typeof session === "string" &&
    (OWN_FIELDS[name] ?? []).some((key) => typeof own(payload, key) === "string")
  );
}

/**
 * What VS Code reads on a hook's standard output (docs/hosts.md): the words of both agents whose hook files it reads, Claude Code's in
 * `hookSpecificOutput` and Copilot's at the top, wherever they stop something. An allow is said once: where it is not read, the user is asked.
 */
function answerVsCode({ effect, reason, warning, context }: Plan, name: string): JsonObject {
  const message = warning === undefined ? {} : { systemMessage: warning };
  const more = context === undefined ? {} : { additionalContext: context };
  if (name === "PreToolUse") {
    const permission =
      effect === "none" ? {} : { permissionDecision: effect, permissionDecisionReason: reason };
    const stops = effect === "deny" || effect === "ask";
    return { ...message, ...(stops ? permission : {}), ...specific(name, { ...permission, ...more }) };
  }
  if (effect !== "deny") return { ...message, ...specific(name, more) };
  const block = { decision: "block", reason };
  if (name === "UserPromptSubmit")
    return { ...message, continue: false, stopReason: reason, ...block, ...specific(name, more) };
  // Whether the turn goes on is read in either place; what has happened is only told.
  const also = name === "Stop" || name === "SubagentStop" ? block : {};
  return { ...message, ...block, ...specific(name, { ...also, ...more }) };
}

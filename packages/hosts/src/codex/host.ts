import type { JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host.js";
import { type Call, type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { answerCodex } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { callWithPatch } from "./patch-paths.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["session_id"];

const PREPARATION: Preparation = {
  host: "codex",
  nameKeys: ["hook_event_name"],
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  toolKeys: { name: "tool_name", input: "tool_input" },
  callOf: patchCall,
};

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    typeof payload["hook_event_name"] === "string" &&
    Object.hasOwn(CAPABILITIES.events, payload["hook_event_name"]) &&
    typeof payload["model"] === "string" &&
    typeof payload["permission_mode"] === "string" &&
    !Object.hasOwn(payload, "timestamp") &&
    !Object.hasOwn(payload, "cursor_version") &&
    (typeof payload["turn_id"] === "string" || payload["hook_event_name"] === "SessionStart"),
  answer: answerCodex,
});

/** Codex CLI, with and without code mode. */
export const codexHost: WiredHost = {
  name: "codex",
  title: "Codex",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  namesInPayloadsOnly: true,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

/** A patch, with the files that it is about. */
function patchCall(_: string, payload: JsonObject): Call | string | undefined {
  const input = payload["tool_input"];
  if (payload["tool_name"] !== "apply_patch" || typeof input !== "object" || input === null) return undefined;
  const patch = Array.isArray(input) ? undefined : (input as JsonObject)["command"];
  if (typeof patch !== "string") return undefined;
  return callWithPatch("apply_patch", input as JsonObject, patch);
}

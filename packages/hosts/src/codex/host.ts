import { type JsonObject, isRecord } from "@gatehouse-hooks/json";
import type { Call } from "../prepare/prepare-payload.js";
import { EDITORS_FIELD, namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { answerCodex } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { callWithPatch } from "../prepare/patch-paths.js";
import { TOOLS } from "./tools.table.js";

/** Codex CLI, with and without code mode. */
export const codexHost: WiredHost = wiredHostFrom({
  name: "codex",
  title: "Codex",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  callOf: patchCall,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    namesEventOf(CAPABILITIES, payload) &&
    typeof payload["model"] === "string" &&
    typeof payload["permission_mode"] === "string" &&
    !Object.hasOwn(payload, "timestamp") &&
    !Object.hasOwn(payload, EDITORS_FIELD) &&
    (typeof payload["turn_id"] === "string" || payload["hook_event_name"] === "SessionStart"),
  answer: answerCodex,
});

/** A patch, with the files that it is about. */
function patchCall(_: string, payload: JsonObject): Call | string | undefined {
  const input = payload["tool_input"];
  if (payload["tool_name"] !== "apply_patch" || !isRecord(input)) return undefined;
  const patch = input["command"];
  if (typeof patch !== "string") return undefined;
  return callWithPatch("apply_patch", input, patch);
}

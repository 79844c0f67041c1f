import { type JsonObject, isRecord } from "@gatehouse-hooks/json";
import type { Call } from "../prepare/prepare-payload.js";
import { EDITORS_FIELD, namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { callWithPatch } from "../prepare/patch-paths.js";
import { TOOLS } from "./tools.table.js";
import { permissionAnswer, specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";
import { BORROWED_EVENTS } from "../wire/borrowed-events.table.js";
import type { HostEvent } from "../host-tables.js";

const TOOL = { name: "tool_name", input: "tool_input" };

/** Codex's events. It has Claude Code's names, and they are the names of its payloads only. */
const EVENTS: readonly HostEvent[] = [
  { name: "PreToolUse", input: null, canonical: "before_tool_call", gates: true, context: true, tool: TOOL },
  ...BORROWED_EVENTS,
  { name: "Interrupt", gates: false, input: null, context: false },
];

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

/**
 * What Codex reads on a hook's standard output (docs/hosts.md). One answer says one thing: where its reader meets a combination that
 * it does not know it drops all of it, and the call runs.
 */
function answerCodex(plan: Plan, name: string): JsonObject {
  const { effect, reason, input, warning, context } = plan;
  const message = warning === undefined ? {} : { systemMessage: warning };
  const more = context === undefined ? {} : { additionalContext: context };
  if (name === "PermissionRequest") return permissionAnswer(plan, name);
  if (name === "PreToolUse") {
    if (effect === "deny")
      return specific(name, { permissionDecision: "deny", permissionDecisionReason: reason });
    if (input !== undefined) return specific(name, { permissionDecision: "allow", updatedInput: input });
    return { ...message, ...specific(name, more) };
  }
  if (effect === "deny") return { decision: "block", reason };
  return { ...message, ...specific(name, more) };
}

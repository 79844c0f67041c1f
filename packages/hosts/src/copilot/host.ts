import { callWithPatch } from "../prepare/patch-paths.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { Call } from "../prepare/prepare-payload.js";
import { EDITORS_FIELD, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { copilotEventName } from "./name-of.js";
import { TOOLS } from "./tools.table.js";
import type { Plan } from "../wire/plan.js";
import { resultText } from "../wire/result-shape.js";

/** A patch is one of these, and its text is in an argument whose name is not documented. */
const EDITS: ReadonlySet<string> = new Set(["edit", "Edit", "apply_patch"]);

/** Tools under Claude Code's names, with Copilot's argument: policies that read Claude Code's see it, too. */
const CLAUDES: ReadonlySet<string> = new Set(["Read", "Write", "Edit"]);
/** The events that say where the transcript is. */
const WITH_TRANSCRIPT: ReadonlySet<string> = new Set(["Stop", "SubagentStop", "PreCompact"]);

/** Keys of agents that have the same names in Pascal case. */
const NOT_OURS = ["permission_mode", "tool_use_id", "conversation_id", EDITORS_FIELD, "turn_id"];

/** GitHub Copilot CLI, and the agent that has its hooks in the cloud; VS Code's own is another host. */
export const copilotHost: WiredHost = wiredHostFrom({
  name: "copilot",
  title: "Copilot CLI",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  nameKeys: ["hook_event_name", "hookName"],
  nameOf: copilotEventName,
  sessionKeys: ["sessionId", "session_id"],
  // Its prepared events have the canonical field.
  eventSessionKeys: [],
  callOf: copilotCall,
  agentKeys: { id: ["agent_id", "agentId"], kind: ["agent_type", "agentName", "agent_name"] },
  capabilities: CAPABILITIES,
  recognises: (payload) => {
    if (NOT_OURS.some((key) => Object.hasOwn(payload, key))) return false;
    const name = copilotEventName(payload);
    if (name === undefined || !Object.hasOwn(CAPABILITIES.events, name)) return false;
    if (typeof payload["sessionId"] === "string") return typeof payload["timestamp"] === "number";
    if (Object.hasOwn(payload, "transcript_path") && !WITH_TRANSCRIPT.has(name)) return false;
    return typeof payload["session_id"] === "string" && typeof payload["timestamp"] === "string";
  },
  answer: answerCopilot,
});

/** The calls whose parameters are not simply in their arguments. */
function copilotCall(name: string, payload: JsonObject): Call | string | undefined {
  const row = EVENTS.find((one) => one.name === name);
  if (row?.tool === undefined) return undefined;
  const { [row.tool.name]: called, [row.tool.input]: input, serverName } = payload;
  if (typeof called !== "string" || !isRecord(input)) return undefined;
  if (typeof serverName === "string")
    return { name: called, input, kind: "mcp", params: { server: serverName, tool: called } };
  const patch = EDITS.has(called) ? patchCall(called, input) : undefined;
  if (patch !== undefined) return patch;
  if (CLAUDES.has(called) && typeof input["path"] === "string" && !Object.hasOwn(input, "file_path"))
    return { name: called, input, params: { file_path: input["path"] } };
  return TOOLS.some((tool) => tool.name === called) ? undefined : mcpCall(called, input);
}

/**
 * A tool of an MCP server: `server-tool` before and after a call, `server/tool` when it is asked about, and apart in the call to
 * the server. A name with more than one dash cannot be taken apart: it has no `server` then, rather than a wrong one.
 */
function mcpCall(called: string, input: JsonObject): Call | undefined {
  const slash = /^([^/]+)\/(.+)$/s.exec(called);
  const dash = /^([^-]+)-([^-]+)$/s.exec(called);
  const [, server, tool] = slash ?? dash ?? [];
  if (server !== undefined && tool !== undefined)
    return { name: called, input, kind: "mcp", params: { server, tool } };
  return called.includes("-") ? { name: called, input, kind: "mcp" } : undefined;
}

/** A patch has no path of its own: what else looks like one is the text of an edit, whose path counts. */
function patchCall(name: string, input: JsonObject): Call | string | undefined {
  if (Object.hasOwn(input, "path") || Object.hasOwn(input, "file_path")) return undefined;
  const patch = Object.values(input).find(
    (one) => typeof one === "string" && one.includes("*** Begin Patch"),
  );
  return typeof patch === "string" ? callWithPatch(name, input, patch) : undefined;
}

const BEFORE: ReadonlySet<string> = new Set(["preToolUse", "PreToolUse"]);
const AFTER: ReadonlySet<string> = new Set(["postToolUse", "PostToolUse"]);

/** What Copilot reads on a hook's standard output (docs/hosts.md), for both spellings of the events: all fields at the top. */
function answerCopilot({ effect, reason, input, context, result }: Plan, name: string): JsonObject {
  const more = context === undefined ? {} : { additionalContext: context };
  if (BEFORE.has(name)) {
    const permission =
      effect === "none" ? {} : { permissionDecision: effect, permissionDecisionReason: reason };
    const changed = input === undefined ? {} : { modifiedArgs: input };
    return { ...permission, ...changed, ...more };
  }
  if (name === "permissionRequest") {
    if (effect === "allow") return { behavior: "allow" };
    return effect === "deny" ? { behavior: "deny", message: reason } : {};
  }
  if (AFTER.has(name)) {
    const text = effect === "deny" ? reason : result === undefined ? undefined : resultText(result);
    const told = text === undefined ? {} : { resultType: "success", textResultForLlm: text };
    return { ...(text === undefined ? {} : { modifiedResult: told }), ...more };
  }
  if (effect !== "deny") return more;
  return { decision: "block", reason };
}

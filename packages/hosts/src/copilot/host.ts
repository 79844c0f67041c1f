import { callWithPatch } from "../codex/patch-paths.js";
import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";
import { type Call, type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { answerCopilot } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { copilotEventName } from "./name-of.js";
import { TOOLS } from "./tools.table.js";

const PREPARATION: Preparation = {
  host: "copilot",
  nameKeys: ["hook_event_name", "hookName"],
  nameOf: copilotEventName,
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["sessionId", "session_id"],
  toolKeys: { name: "tool_name", input: "tool_input" },
  callOf: mcpCall,
};

/** A patch is one of these, and its text is in an argument whose name is not documented. */
const EDITS: ReadonlySet<string> = new Set(["edit", "Edit", "apply_patch"]);

/** Keys of agents that have the same names in Pascal case. */
const NOT_OURS = ["permission_mode", "tool_use_id", "conversation_id", "cursor_version", "turn_id"];

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) => {
    if (NOT_OURS.some((key) => Object.hasOwn(payload, key))) return false;
    const name = copilotEventName(payload);
    if (name === undefined || !Object.hasOwn(CAPABILITIES.events, name)) return false;
    if (typeof payload["sessionId"] === "string") return typeof payload["timestamp"] === "number";
    return typeof payload["session_id"] === "string" && typeof payload["timestamp"] === "string";
  },
  answer: answerCopilot,
});

/** GitHub Copilot CLI, and the agents that have its hooks (VS Code's, GitHub's in the cloud). */
export const copilotHost: Host = {
  name: "copilot",
  title: "Copilot CLI",
  events: EVENTS,
  tools: TOOLS,
  // Its prepared events have the canonical field.
  sessionKeys: [],
  namesInPayloadsOnly: true,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

/**
 * A tool of an MCP server: `server-tool` before and after a call, `server/tool` when it is asked about, and apart in the call to
 * the server. A name with more than one dash cannot be taken apart: it has no `server` then, rather than a wrong one.
 */
function mcpCall(name: string, payload: JsonObject): Call | string | undefined {
  const row = EVENTS.find((one) => one.name === name);
  if (row?.tool === undefined) return undefined;
  const { [row.tool.name]: called, [row.tool.input]: input, serverName } = payload;
  if (typeof called !== "string" || !isRecord(input)) return undefined;
  if (typeof serverName === "string")
    return { name: called, input, kind: "mcp", params: { server: serverName, tool: called } };
  if (EDITS.has(called)) return patchCall(called, input);
  if (TOOLS.some((tool) => tool.name === called)) return undefined;
  const slash = /^([^/]+)\/(.+)$/s.exec(called);
  const dash = /^([^-]+)-([^-]+)$/s.exec(called);
  const [, server, tool] = slash ?? dash ?? [];
  if (server !== undefined && tool !== undefined)
    return { name: called, input, kind: "mcp", params: { server, tool } };
  return called.includes("-") ? { name: called, input, kind: "mcp" } : undefined;
}

function patchCall(name: string, input: JsonObject): Call | string | undefined {
  const patch = Object.values(input).find(
    (one) => typeof one === "string" && one.includes("*** Begin Patch"),
  );
  return typeof patch === "string" ? callWithPatch(name, input, patch) : undefined;
}

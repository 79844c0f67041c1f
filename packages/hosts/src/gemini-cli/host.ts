import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host.js";
import { type Call, type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { answerGemini } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["session_id"];

const PREPARATION: Preparation = {
  host: "gemini-cli",
  nameKeys: ["hook_event_name"],
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  toolKeys: { name: "tool_name", input: "tool_input" },
  callOf: mcpCall,
};

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    typeof payload["hook_event_name"] === "string" &&
    Object.hasOwn(CAPABILITIES.events, payload["hook_event_name"]) &&
    typeof payload["timestamp"] === "string" &&
    typeof payload["transcript_path"] === "string" &&
    !Object.hasOwn(payload, "permission_mode"),
  answer: answerGemini,
});

/** Gemini CLI. */
export const geminiCliHost: WiredHost = {
  name: "gemini-cli",
  title: "Gemini CLI",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  namesInPayloadsOnly: true,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

/** A tool of an MCP server: `mcp_server_tool` cannot be taken apart, and the payload says it beside the name. */
function mcpCall(_: string, payload: JsonObject): Call | undefined {
  const { tool_name: name, tool_input: input, mcp_context: context } = payload;
  if (typeof name !== "string" || name === "" || !isRecord(input) || !isRecord(context)) return undefined;
  const { server_name: server, tool_name: tool } = context;
  if (typeof server !== "string" || typeof tool !== "string") return undefined;
  return { name, input, kind: "mcp", params: { server, tool } };
}

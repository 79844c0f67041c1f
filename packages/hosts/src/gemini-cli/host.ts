import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { Call } from "../prepare/prepare-payload.js";
import { namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";
import { specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";

/** Gemini CLI. */
export const geminiCliHost: WiredHost = wiredHostFrom({
  name: "gemini-cli",
  title: "Gemini CLI",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  callOf: mcpCall,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    namesEventOf(CAPABILITIES, payload) &&
    typeof payload["timestamp"] === "string" &&
    typeof payload["transcript_path"] === "string" &&
    !Object.hasOwn(payload, "permission_mode"),
  answer: answerGemini,
});

/** A tool of an MCP server: `mcp_server_tool` cannot be taken apart, and the payload says it beside the name. */
function mcpCall(_: string, payload: JsonObject): Call | undefined {
  const { tool_name: name, tool_input: input, mcp_context: context } = payload;
  if (typeof name !== "string" || name === "" || !isRecord(input) || !isRecord(context)) return undefined;
  const { server_name: server, tool_name: tool } = context;
  if (typeof server !== "string" || typeof tool !== "string") return undefined;
  return { name, input, kind: "mcp", params: { server, tool } };
}

/** What Gemini CLI reads on a hook's standard output (docs/hosts.md): the decision at the top, the rest inside. */
function answerGemini({ effect, reason, input, warning, context }: Plan, name: string): JsonObject {
  const message = warning === undefined ? {} : { systemMessage: warning };
  if (effect === "deny" || effect === "ask") return { decision: effect, reason, ...message };
  const changed = input === undefined ? {} : { tool_input: input };
  const more = context === undefined ? {} : { additionalContext: context };
  return { ...message, ...specific(name, { ...changed, ...more }) };
}

import type { JsonObject } from "@gatehouse-hooks/json";
import { wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { printed } from "../wire/spoken.js";
import { abstainCursor, answerCursor } from "./answer.js";
import { cursorCall } from "./call-of.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

/** Cursor: its editor's agent, its command line, and its completions. */
export const cursorHost: WiredHost = wiredHostFrom({
  name: "cursor",
  title: "Cursor",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: ["conversation_id", "session_id"],
  eventSessionKeys: ["conversation_id"],
  namesInPayloadsOnly: true,
  callOf: cursorCall,
  also: workingDirectory,
  agentKeys: { id: ["subagent_id"], kind: ["subagent_type"] },
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    typeof payload["hook_event_name"] === "string" &&
    typeof payload["conversation_id"] === "string" &&
    (typeof payload["cursor_version"] === "string" || Array.isArray(payload["workspace_roots"])),
  answer: answerCursor,
  abstention: abstainCursor,
  // Exit code 2 shows its standard output to the user as it is: the words are in the permission.
  denyUnknown: (reason) => printed({ permission: "deny", user_message: reason, agent_message: reason }),
});

/** The working directory where the payload's own is empty: the call's, else the first folder of the workspace. */
function workingDirectory(_: string, payload: JsonObject): JsonObject {
  if (typeof payload["cwd"] === "string" && payload["cwd"] !== "") return {};
  const input = payload["tool_input"];
  const inner = typeof input === "object" && input !== null && "cwd" in input ? input["cwd"] : undefined;
  const roots = payload["workspace_roots"];
  const cwd = [inner, Array.isArray(roots) ? roots[0] : undefined].find(
    (one): one is string => typeof one === "string" && one !== "",
  );
  return cwd === undefined ? {} : { cwd };
}

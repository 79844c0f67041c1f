import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import { wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { printed } from "../wire/spoken.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { openCodeCall, openCodeEventName, openCodeFields } from "./payload.js";
import { TOOLS } from "./tools.table.js";
import type { Plan } from "../wire/plan.js";

/**
 * OpenCode, whose hooks are functions of a plugin in its process: the plugin sends `{ hook, input, output, directory }`, the name of
 * the hook and its two parameters, and does what `applyOpenCodeAnswer` says.
 */
export const openCodeHost: WiredHost = wiredHostFrom({
  name: "opencode",
  title: "OpenCode",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  nameKeys: ["hook"],
  nameOf: openCodeEventName,
  // Its prepared events have the canonical field.
  sessionKeys: [],
  toolKeys: { name: "tool", input: "args" },
  callOf: openCodeCall,
  also: openCodeFields,
  capabilities: CAPABILITIES,
  recognises: (payload) => typeof payload["hook"] === "string" && isRecord(payload["input"]),
  answer: answerOpenCode,
  denyUnknown: (reason) => printed({ throw: reason }),
});

/** What Gatehouse's plugin reads: what to throw, the arguments to write into the call, or the parts of its result. */
function answerOpenCode({ effect, reason, input, result }: Plan): JsonObject {
  if (effect === "deny") return { throw: reason };
  if (result !== undefined) return { result };
  return input === undefined ? {} : { args: input };
}

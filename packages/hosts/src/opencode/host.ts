import { isRecord } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { printed } from "../wire/spoken.js";
import { answerOpenCode } from "./answer.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { openCodeCall, openCodeEventName, openCodeFields } from "./payload.js";
import { TOOLS } from "./tools.table.js";

const PREPARATION: Preparation = {
  host: "opencode",
  nameKeys: ["hook"],
  nameOf: openCodeEventName,
  events: EVENTS,
  tools: TOOLS,
  sessionKeys: [],
  toolKeys: { name: "tool", input: "args" },
  callOf: openCodeCall,
  also: openCodeFields,
};

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) => typeof payload["hook"] === "string" && isRecord(payload["input"]),
  answer: answerOpenCode,
  denyUnknown: (reason) => printed({ throw: reason }),
});

/**
 * OpenCode, whose hooks are functions of a plugin in its process: the plugin sends `{ hook, input, output, directory }`, the name of
 * the hook and its two parameters, and does what `applyOpenCodeAnswer` says.
 */
export const openCodeHost: WiredHost = {
  name: "opencode",
  title: "OpenCode",
  events: EVENTS,
  tools: TOOLS,
  // Its prepared events have the canonical field.
  sessionKeys: [],
  namesInPayloadsOnly: true,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

import { answerClaudeCode } from "../claude-code/answer.js";
import type { WiredHost } from "../wire/wired-host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["session_id"];

const PREPARATION: Preparation = {
  host: "qwen-code",
  nameKeys: ["hook_event_name"],
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  toolKeys: { name: "tool_name", input: "tool_input" },
};

const WORDS = hostWords({
  preparation: PREPARATION,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    typeof payload["hook_event_name"] === "string" &&
    Object.hasOwn(CAPABILITIES.events, payload["hook_event_name"]) &&
    typeof payload["timestamp"] === "string" &&
    typeof payload["permission_mode"] === "string",
  answer: answerClaudeCode,
});

/** Qwen Code, a descendant of Gemini CLI with Claude Code's hooks. */
export const qwenCodeHost: WiredHost = {
  name: "qwen-code",
  title: "Qwen Code",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  namesInPayloadsOnly: true,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: WORDS.speak,
  wire: WORDS.wire,
};

import { answerInHookOutput } from "../wire/hook-output.js";
import { namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { CAPABILITIES } from "./capabilities.table.js";
import { EVENTS } from "./events.table.js";
import { TOOLS } from "./tools.table.js";

/** Qwen Code, a descendant of Gemini CLI with Claude Code's hooks. */
export const qwenCodeHost: WiredHost = wiredHostFrom({
  name: "qwen-code",
  title: "Qwen Code",
  events: EVENTS,
  tools: TOOLS,
  namesInPayloadsOnly: true,
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    namesEventOf(CAPABILITIES, payload) &&
    typeof payload["timestamp"] === "string" &&
    typeof payload["permission_mode"] === "string",
  answer: answerInHookOutput,
});

import type { WiredHost } from "../wire/wired-host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { CAPABILITIES } from "./capabilities.js";
import { EVENTS } from "./events.table.js";
import { answerDockerAgent, rewriteDockerAgent } from "./output/answer.js";
import { hookResult } from "./output/hook-result.js";
import { TOOLS } from "./tools.table.js";

const NAMES: ReadonlySet<string> = new Set(EVENTS.map(({ name }) => name));
const sessionKeys = ["session_id"];

const PREPARATION: Preparation = {
  host: "docker-agent",
  nameKeys: ["hook_event_name", "event"],
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
    NAMES.has(payload["hook_event_name"]) &&
    typeof payload["session_id"] === "string" &&
    !Object.hasOwn(payload, "conversation_id"),
  answer: answerDockerAgent,
  rewrites: rewriteDockerAgent,
});

/** docker-agent as it calls hooks; its files are read by `dockerAgentHost`. */
export const dockerAgentWired: WiredHost = {
  name: "docker-agent",
  title: "docker-agent",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: hookResult,
  wire: WORDS.wire,
};

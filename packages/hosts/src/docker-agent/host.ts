import type { Host } from "../host.js";
import { type Preparation, preparePayload } from "../prepare/prepare-payload.js";
import { hostWords } from "../wire/host-wire.js";
import { CAPABILITIES } from "./capabilities.js";
import { dockerAgentWords } from "./command-words.js";
import { EVENTS } from "./events.table.js";
import { lateLoadDockerAgent } from "./late-load-docker-agent.js";
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

/** docker-agent: YAML with hooks under events and matchers, permissions, agents. */
export const dockerAgentHost: Host = {
  name: "docker-agent",
  title: "docker-agent",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  files: {
    endings: [],
    namesAreUnique: true,
    isLike: ({ top, hook }) =>
      top.has("agents") ||
      (top.has("hooks") && hook !== undefined && !hook.includes("-")) ||
      top.has("permissions") ||
      [...top].some((key) => NAMES.has(key)),
    read: ({ source, tier, order, report, options }) => ({
      policies: lateLoadDockerAgent().loadDockerAgent(
        source,
        tier,
        order,
        report,
        options["docker-agent"] ?? {},
      ),
    }),
  },
  commands: {
    "docker-agent": dockerAgentWords("docker-agent"),
    "docker-agent-2026-05": dockerAgentWords("docker-agent-2026-05"),
  },
  prepare: (payload) => preparePayload(payload, PREPARATION),
  speak: hookResult,
  wire: WORDS.wire,
};

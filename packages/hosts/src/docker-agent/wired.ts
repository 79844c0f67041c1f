import { namesEventOf, wiredHostFrom, type WiredHost } from "../wire/wired-host-from.js";
import { CAPABILITIES } from "./capabilities.js";
import { answerDockerAgent, rewriteDockerAgent } from "./output/answer.js";
import { hookResult } from "./output/hook-result.js";
import { dockerAgentTables } from "./tools.table.js";

/** docker-agent as it calls hooks; its files are read by `dockerAgentHost`. */
export const dockerAgentWired: WiredHost = wiredHostFrom({
  name: "docker-agent",
  ...dockerAgentTables,
  speak: hookResult,
  nameKeys: ["hook_event_name", "event"],
  // A subagent is a session of its own; whose, its end says.
  agentKeys: { kind: ["agent_name"], parentSession: ["parent_session_id"] },
  capabilities: CAPABILITIES,
  recognises: (payload) =>
    namesEventOf(CAPABILITIES, payload) &&
    typeof payload["session_id"] === "string" &&
    !Object.hasOwn(payload, "conversation_id"),
  answer: answerDockerAgent,
  rewrites: rewriteDockerAgent,
});

import { type EventCapability, type HostCapabilities, TOLD } from "../wire/capability.js";
import { contractOf } from "./contract.js";
import { EVENTS } from "./events.table.js";

/**
 * What docker-agent makes of the answers to its events (document 004, "Hook Output"), from the tables that its own hooks are read
 * with. A hook that does not answer in time denies; one that ends with another exit code than 2 does not.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: { seconds: 60, unit: "s" },
  afterTimeout: "denied",
  failure: { exitCode: 0, stream: "stdout" },
  events: Object.fromEntries(EVENTS.map((row) => [row.name, capabilityOf(row)])),
};

function capabilityOf({ name, gates, stops, context }: (typeof EVENTS)[number]): EventCapability {
  const { decision, rewrite } = contractOf(name);
  const blocks = gates || stops === true;
  return {
    ...TOLD,
    deny: blocks ? "stops" : "ignored",
    ask: decision === "prompt" ? "by silence" : decision === undefined ? "ignored" : "asks",
    allow: decision === "tool" || decision === "prompt" ? "skips the question" : "powerless",
    rewrite: rewrite === "updated_input" && decision !== "prompt" ? "merged" : "ignored",
    // It says yes or no to the call as it is: with the rewrite unread, an allow would be one of the call that was not approved.
    ...(decision === "prompt" ? { rewriteUnsure: true } : {}),
    ...(rewrite === "updated_input" && decision === "tool" ? { rewriteWithAsk: true } : {}),
    ...(rewrite === "updated_tool_response" ? { replacesResult: true } : {}),
    warn: true,
    context,
    stop: blocks,
    ...(gates ? {} : { open: true }),
  };
}

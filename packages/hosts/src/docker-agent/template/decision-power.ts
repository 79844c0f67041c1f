import { canBlock, contractOf, DOCKER_AGENT_EVENTS } from "../contract.js";
import type { ToolDecision } from "./parse-decision.js";

/**
 * Which decisions of a model hook count at an event: the same as of a command's. A deny stops whatever can be stopped, an
 * event that is not known included; the answer of a guard never skips a prompt, and an ask at a prompt outweighs an allow.
 */
export function decisionPower(event: string): Readonly<Record<ToolDecision, boolean>> {
  const { decision } = contractOf(event);
  return {
    deny: canBlock(event) || !DOCKER_AGENT_EVENTS.includes(event),
    ask: decision !== undefined,
    allow: decision === "tool" || decision === "prompt",
  };
}

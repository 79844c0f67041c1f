import type { AgentName } from "../../agent-name.js";
import { REASONS } from "../decision.js";
import { ANSWERS, IGNORED_DENY, type Told } from "./answers.js";
import type { Planted } from "./planted.js";

/**
 * A decision in the words of an agent.
 *
 * @param planted the mistake to make
 * @returns undefined where nothing is to be printed
 */
export function spell(agent: AgentName, decision: Told, planted: Planted | undefined): object | undefined {
  const { [decision]: answer, allow = { permissionDecision: "allow" } } = ANSWERS[agent];
  switch (planted) {
    case "ignored-deny":
      return decision === "deny" ? IGNORED_DENY[agent] : answer;
    case "loose":
      return decision === "abstain" ? allow : answer;
    case "lost-rewrite":
      return decision === "rewrite" ? allow : answer;
    case "ask-as-ask":
      return decision === "ask" ? ask(agent) : answer;
    default:
      return answer;
  }
}

function ask(agent: AgentName): object {
  if (agent === "gemini-cli") return { decision: "ask", reason: REASONS.ask };
  return ANSWERS["claude-code"].ask ?? {};
}

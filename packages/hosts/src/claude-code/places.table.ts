import type { AgentPlaces, AgentVariable } from "../descriptor/agent-places.js";

/** Moves the folder of its settings. */
export const CLAUDE_CODE_FOLDER: AgentVariable = {
  name: "CLAUDE_CONFIG_DIR",
  means: "Claude Code's folder, for `init`, `doctor` and `replay --agents`. Without it: `~/.claude`.",
};

/** What each process of a hook has to know of Claude Code. */
export const CLAUDE_CODE_PLACES: AgentPlaces = {
  name: "claude-code",
  title: "Claude Code",
  folderVariable: CLAUDE_CODE_FOLDER,
  projectVariable: {
    name: "CLAUDE_PROJECT_DIR",
    means:
      "The project of a hook, set by the agent. Without it: what the payload says, else the nearest folder that looks like a root.",
  },
};

import type { AgentPlaces } from "../descriptor/agent-places.js";

/** The variable that moves the folder of its settings. */
export const CLAUDE_CODE_FOLDER = "CLAUDE_CONFIG_DIR";

/** What each process of a hook has to know of Claude Code. */
export const CLAUDE_CODE_PLACES: AgentPlaces = {
  name: "claude-code",
  title: "Claude Code",
  folderVariable: {
    name: CLAUDE_CODE_FOLDER,
    means: "Claude Code's folder, for `init`, `doctor` and `replay --agents`. Without it: `~/.claude`.",
  },
  projectVariable: {
    name: "CLAUDE_PROJECT_DIR",
    means:
      "The project of a hook, set by the agent. Without it: what the payload says, else the nearest folder that looks like a root.",
  },
};

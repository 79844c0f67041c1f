import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Copilot CLI. */
export const COPILOT_PLACES: AgentPlaces = {
  name: "copilot",
  title: "Copilot CLI",
  folderVariable: {
    name: "COPILOT_HOME",
    means: "Copilot's folder. Without it: `~/.copilot`.",
  },
};

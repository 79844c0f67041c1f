import type { AgentPlaces } from "../descriptor/agent-places.js";

/** The variable that moves the folder of its settings. */
export const COPILOT_FOLDER = "COPILOT_HOME";

/** What each process of a hook has to know of Copilot CLI. */
export const COPILOT_PLACES: AgentPlaces = {
  name: "copilot",
  title: "Copilot CLI",
  folderVariable: { name: COPILOT_FOLDER, means: "Copilot's folder. Without it: `~/.copilot`." },
};

import type { AgentPlaces, AgentVariable } from "../descriptor/agent-places.js";

/** Moves the folder of its settings. */
export const COPILOT_FOLDER: AgentVariable = {
  name: "COPILOT_HOME",
  means: "Copilot's folder. Without it: `~/.copilot`.",
};

/** What each process of a hook has to know of Copilot CLI. */
export const COPILOT_PLACES: AgentPlaces = {
  name: "copilot",
  title: "Copilot CLI",
  folderVariable: COPILOT_FOLDER,
};

import type { AgentPlaces, AgentVariable } from "../descriptor/agent-places.js";

/** Moves the folder of its settings. */
export const CODEX_FOLDER: AgentVariable = {
  name: "CODEX_HOME",
  means: "Codex' folder. Without it: `~/.codex`.",
};

/** What each process of a hook has to know of Codex. */
export const CODEX_PLACES: AgentPlaces = {
  name: "codex",
  title: "Codex",
  hidesTyped: true,
  folderVariable: CODEX_FOLDER,
};

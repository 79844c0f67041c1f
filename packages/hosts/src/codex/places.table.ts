import type { AgentPlaces } from "../descriptor/agent-places.js";

/** The variable that moves the folder of its settings. */
export const CODEX_FOLDER = "CODEX_HOME";

/** What each process of a hook has to know of Codex. */
export const CODEX_PLACES: AgentPlaces = {
  name: "codex",
  title: "Codex",
  hidesTyped: true,
  folderVariable: { name: CODEX_FOLDER, means: "Codex' folder. Without it: `~/.codex`." },
};

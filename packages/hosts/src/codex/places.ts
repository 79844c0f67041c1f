import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Codex. */
export const CODEX_PLACES: AgentPlaces = {
  name: "codex",
  title: "Codex",
  hidesTyped: true,
  folderVariable: {
    name: "CODEX_HOME",
    means: "Codex' folder. Without it: `~/.codex`.",
  },
};

import type { AgentPlaces } from "../descriptor/agent-places.js";

/**
 * What each process of a hook has to know of Mimir (document 003, "Configuration": global, then project). Both spellings of the ending
 * are read.
 */
export const MIMIR_PLACES: AgentPlaces = {
  name: "mimir",
  title: "Mimir",
  policies: {
    folder: ".mimir",
    files: ["config.yml", "config.yaml"],
  },
};

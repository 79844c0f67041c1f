import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Gemini CLI. */
export const GEMINI_CLI_PLACES: AgentPlaces = {
  name: "gemini-cli",
  title: "Gemini CLI",
  projectVariable: {
    name: "GEMINI_PROJECT_DIR",
    means: "The same, set by Gemini CLI.",
  },
};

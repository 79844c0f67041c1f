import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Gemini CLI. */
export const GEMINI_CLI_PLACES: AgentPlaces = {
  name: "gemini-cli",
  title: "Gemini CLI",
  // Gemini CLI puts it into the environment of each hook.
  // What the payload says of folders counts only without it.
  projectVariable: {
    name: "GEMINI_PROJECT_DIR",
    means: "The same, set by Gemini CLI.",
  },
};

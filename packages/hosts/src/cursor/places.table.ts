import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Cursor. */
export const CURSOR_PLACES: AgentPlaces = {
  name: "cursor",
  title: "Cursor",
  // Cursor puts it into the environment of each hook.
  // What the payload says of folders counts only without it.
  projectVariable: {
    name: "CURSOR_PROJECT_DIR",
    means: "The same, set by Cursor.",
  },
};

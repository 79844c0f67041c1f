import type { AgentPlaces } from "../descriptor/agent-places.js";

/** What each process of a hook has to know of Cursor. */
export const CURSOR_PLACES: AgentPlaces = {
  name: "cursor",
  title: "Cursor",
  projectVariable: {
    name: "CURSOR_PROJECT_DIR",
    means: "The same, set by Cursor.",
  },
};

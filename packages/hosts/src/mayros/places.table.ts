import type { AgentPlaces, AgentPolicyPlaces } from "../descriptor/agent-places.js";

/** Where Mayros keeps its hooks and what says how they run (document 000, "Configuration"). */
export const MAYROS_POLICIES: AgentPolicyPlaces & Required<Pick<AgentPolicyPlaces, "settings">> = {
  folder: ".mayros",
  hooks: {
    below: "hooks",
    ending: ".md",
    keys: { project: "projectHooksDir", user: "userHooksDir" },
  },
  settings: [".mayros/config.json5", "mayros.json5"],
};

/** What each process of a hook has to know of Mayros. */
export const MAYROS_PLACES: AgentPlaces = { name: "mayros", title: "Mayros", policies: MAYROS_POLICIES };

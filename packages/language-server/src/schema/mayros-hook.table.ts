import { MAYROS_EVENTS } from "@gatehouse-hooks/hosts";
import type { JsonSchema } from "@gatehouse-hooks/hosts/json-schemas";

/** The front matter of a Mayros hook (document 000, "Frontmatter fields"). */
export const MAYROS_HOOK: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", description: "The hook's name." },
    events: {
      enum: [...MAYROS_EVENTS],
      description: "The events that it is about, one or several with commas.",
    },
    description: { type: "string", description: "What the hook is for." },
    condition: {
      type: "string",
      description: "The model is asked only where this condition over the event holds.",
    },
    model: { type: "string", description: "`provider/model`. Default: that of the configuration." },
    timeout: { type: "integer", description: "How long the model has to answer, in milliseconds." },
    cache: {
      enum: ["none", "session", "global"],
      description: "Where an answer to the same question counts again.",
    },
    priority: { type: "integer", description: "Hooks run from high to low. Default 100." },
    enabled: { type: "boolean", description: "False switches the hook off. Default true." },
  },
};

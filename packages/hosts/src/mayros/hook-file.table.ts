import type { FileSchema, JsonSchema } from "../schema/json-schema.js";
import { MAYROS_EVENTS } from "./tables.js";

/** The front matter of a Mayros hook (document 000, "Frontmatter fields"). */
const HOOK: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", description: "The hook's name." },
    events: {
      enum: MAYROS_EVENTS,
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

/** A hook of Mayros: Markdown with front matter. */
export const MAYROS_HOOK_FILE: FileSchema = {
  name: "mayros",
  make: () => HOOK,
  ending: ".md",
  isLike: (path, start) =>
    /[\\/]\.mayros[\\/]/i.test(path) || /^\uFEFF?---\s[\s\S]*?^events[ \t]*:/m.test(start),
  hasFrontMatter: true,
  meanings: { condition: "condition", events: "event" },
  events: MAYROS_EVENTS,
};

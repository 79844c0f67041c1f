import type { Host } from "../host.js";
import { preparePayload } from "../prepare/prepare-payload.js";
import { EVENTS } from "./events.table.js";
import { lateLoadMayros } from "./late-load-mayros.js";
import { toMayrosOutput } from "./speak.js";
import { TOOLS } from "./tools.table.js";

const sessionKeys = ["sessionKey"];

/** Mayros: Markdown files with frontmatter, events that are the canonical ones. */
export const mayrosHost: Host = {
  name: "mayros",
  title: "Mayros",
  events: EVENTS,
  tools: TOOLS,
  sessionKeys,
  files: {
    endings: [".md"],
    guarded: { project: [".mayros", "mayros.json5"], home: [".mayros"] },
    read: (file) => ({ policies: lateLoadMayros().loadMayros(file) }),
    placeOf: (...asked) => lateLoadMayros().placeInMayros(...asked),
  },
  prepare: (payload) =>
    preparePayload(payload, {
      host: "mayros",
      nameKeys: ["event"],
      events: EVENTS,
      tools: TOOLS,
      sessionKeys,
    }),
  speak: toMayrosOutput,
};

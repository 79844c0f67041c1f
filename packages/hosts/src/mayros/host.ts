import type { Host } from "../host.js";
import { preparePayload } from "../prepare/prepare-payload.js";
import { toMayrosOutput } from "./speak.js";
import { mayrosTables } from "./tables.js";
import * as loader from "./load-mayros.js";

/** Mayros: Markdown files with frontmatter, events that are the canonical ones. */
export const mayrosHost: Host = {
  name: "mayros",
  ...mayrosTables,
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
      ...mayrosTables,
    }),
  speak: toMayrosOutput,
};

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
function lateLoadMayros(): typeof loader {
  return loader;
}

import * as module from "./load-mayros.js";

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
export function lateLoadMayros(): typeof module {
  return module;
}

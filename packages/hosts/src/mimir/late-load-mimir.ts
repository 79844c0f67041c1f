import * as module from "./load-mimir.js";

/** The reader of the host's files, with YAML and its schemas. The build lets it run on the first call. */
export function lateLoadMimir(): typeof module {
  return module;
}

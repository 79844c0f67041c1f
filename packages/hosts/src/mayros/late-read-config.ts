import * as module from "./read-config.js";

/** The reader of configuration files, with JSON5 and its schemas. The build lets it run on the first call. */
export function lateReadConfig(): typeof module {
  return module;
}

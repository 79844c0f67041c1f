import * as module from "./read-data-file.js";

/** The reader of data files, with YAML. The build lets it run on the first call. */
export function lateReadDataFile(): typeof module {
  return module;
}

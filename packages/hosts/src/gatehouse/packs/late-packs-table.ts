import * as module from "./packs.table.js";

/** The table of packs. The build lets it run on the first call. */
export function latePacksTable(): typeof module {
  return module;
}

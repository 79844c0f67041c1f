import * as module from "./load-pack.js";

/** The reader of packs, with the schemas of the native format. The build lets it run on the first call. */
export function lateLoadPack(): typeof module {
  return module;
}

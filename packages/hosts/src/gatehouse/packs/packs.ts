import type { LoadedPack } from "./load-pack.js";
import type { Pack } from "./pack.js";
import * as packReader from "./load-pack.js";

/** The packs of the program, by name. */
export function packs(): readonly Pack[] {
  return lateLoadPack().WHOLE_PACKS;
}

/** A pack with its own lists, in the user's tier, and its examples as tests. */
export function loadPack(pack: Pack): LoadedPack {
  return lateLoadPack().readPack(pack);
}

/** The reader of packs, with the schemas of the native format. The build lets it run on the first call. */
function lateLoadPack(): typeof packReader {
  return packReader;
}

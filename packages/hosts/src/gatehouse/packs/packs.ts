import { lateLoadPack } from "./late-load-pack.js";
import { latePacksTable } from "./late-packs-table.js";
import type { LoadedPack } from "./load-pack.js";
import type { Pack } from "./pack.js";

/** The packs of the program, by name. */
export function packs(): readonly Pack[] {
  return latePacksTable().PACKS;
}

/** A pack with its own lists, in the user's tier, and its examples as tests. */
export function loadPack(pack: Pack): LoadedPack {
  return lateLoadPack().readPack(pack);
}

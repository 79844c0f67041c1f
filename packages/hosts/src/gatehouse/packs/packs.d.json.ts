import type { Pack } from "./pack.js";

/** The packs of the program. Written by `pnpm packs` from `packs/*.yaml`. */
declare const PACKS: readonly Pack[];
export = PACKS;

import type { Pack } from "./pack.js";
import packs from "./packs.json" with { type: "json" };

/** The packs of the program. `pnpm packs` writes them from `packs/*.yaml`. */
export const PACKS: readonly Pack[] = packs;

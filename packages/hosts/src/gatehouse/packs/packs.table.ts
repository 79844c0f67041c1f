import type { PackRules } from "./pack.js";
import packs from "./packs.json" with { type: "json" };

/** The packs of the program, without their examples. `pnpm packs` writes them from `packs/*.yaml`. */
export const PACKS: readonly PackRules[] = packs;

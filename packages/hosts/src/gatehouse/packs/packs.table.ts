import type { Pack } from "./pack.js";
import packs from "./packs.json" with { type: "json" };

export const PACKS: readonly Pack[] = packs;

import type { Pack } from "./pack.js";

declare const PACKS: readonly Pack[];
export = PACKS;

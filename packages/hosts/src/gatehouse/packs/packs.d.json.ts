import type { PackRules } from "./pack.js";

declare const PACKS: readonly PackRules[];
export = PACKS;

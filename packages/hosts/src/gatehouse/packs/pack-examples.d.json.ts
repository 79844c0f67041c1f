import type { Pack } from "./pack.js";

declare const EXAMPLES: Readonly<Record<string, Pack["examples"]>>;
export = EXAMPLES;

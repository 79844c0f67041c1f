import { SOURCE_CONDITION } from "./scope.js";

/** How tests resolve packages of the workspace: from their sources, and all others as Node does. */
export const sourceConditions: readonly string[] = [SOURCE_CONDITION, "node", "import", "module", "default"];

import type { Derive } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import type { JsonObject } from "@gatehouse-hooks/json";

const made = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Facts by the program's own tables. */
export const derive: Derive = {
  version: made.version,
  // Plain data by construction; an interface has no index signature.
  facts: (event) => made.facts(event) as unknown as JsonObject,
};

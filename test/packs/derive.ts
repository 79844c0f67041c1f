import type { Derive } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

const made = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Facts by the program's own tables. */
export const derive: Derive = {
  version: made.version,
  facts: (event) => made.facts(event),
};

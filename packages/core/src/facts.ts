import type { Derive } from "@gatehouse-hooks/engine";
import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

/** Facts by the tables of the program: nothing is looked at, so links are not followed. */
export function programFacts(): Derive {
  const { facts, version } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });
  return { facts, version };
}

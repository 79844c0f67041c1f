import { createFacts, type FactMaker, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";

/** Facts by the tables that the program brings along. */
export const programFacts: FactMaker = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

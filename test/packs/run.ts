import { createFacts, PROGRAMS, TOOL_ROWS } from "@gatehouse-hooks/facts";
import { figureLines, measure } from "./figures.js";

// `tsx --conditions=@gatehouse-hooks/source test/packs/run.ts [CLASS]`: what the packs make of the rows, and the misses of a class.
console.log(
  figureLines(measure(createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] })), process.argv[2]).join("\n"),
);

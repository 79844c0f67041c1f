import { derive } from "./derive.js";
import { figureLines, measure } from "./figures.js";

// `tsx --conditions=@gatehouse-hooks/source test/packs/run.ts [CLASS]`: what the packs make of the rows, and the misses of a class.
console.log(figureLines(measure(derive), process.argv[2]).join("\n"));

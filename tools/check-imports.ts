import path from "node:path";

import { checkPackages } from "./imports/check-packages.js";
import { readPackages } from "./imports/source-file.js";

const { graph, problems } = checkPackages(readPackages(path.resolve(import.meta.dirname, "../packages")));
console.log(graph);
if (problems.length > 0) {
  console.error(`\n${problems.length} problems:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
}

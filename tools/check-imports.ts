import { readFileSync } from "node:fs";
import path from "node:path";

import { checkPackages } from "./imports/check-packages.js";
import { readPackages } from "./imports/source-file.js";
import { nameClashes } from "./names/name-clashes.js";

const folder = path.resolve(import.meta.dirname, "../packages");
const packages = readPackages(folder);
const report = checkPackages(packages);
const problems = [
  ...report.problems,
  ...nameClashes(packages, (of, file) => readFileSync(path.join(folder, of, "src", file), "utf8")),
];
console.log(report.graph);
if (problems.length > 0) {
  console.error(`\n${problems.length} problems:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
}

/**
 * Mutation testing of one package: changes its sources in place, one place at a time, and counts the changes that its
 * tests notice. The sources are put back at the end, also after Ctrl-C, but not when the process is killed: run it in a
 * clone.
 *
 *     pnpm mutate condition [file pattern below src…]
 *
 * The exit code is 1 below a score of 85 %.
 */

import { existsSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";

const [name = "", ...patterns] = process.argv.slice(2);
if (!existsSync(`packages/${name}/src`) || name === "") {
  console.error("which package? for example: pnpm mutate condition");
  process.exit(2);
}
process.env["GATEHOUSE_MUTATE"] = name;
const files = patterns.length > 0 ? patterns : ["**/*.ts"];
const results = await new Stryker({
  mutate: [...files.map((file) => `packages/${name}/src/${file}`), `!packages/${name}/src/**/index.ts`],
  testRunner: "in-process",
  plugins: [import.meta.resolve("./mutate/in-process-plugin.ts")],
  // The plugin is TypeScript.
  testRunnerNodeArgs: ["--import", "tsx"],
  // A copy would lack what pnpm links into the packages.
  inPlace: true,
  // TypeScript 7 has no API that Stryker could rewrite this file with: there is none of the name.
  tsconfigFile: "none.json",
  disableTypeChecks: false,
  coverageAnalysis: "perTest",
  ignoreStatic: false,
  concurrency: 2,
  timeoutFactor: 1,
  timeoutMS: 10_000,
  reporters: ["clear-text", "progress", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `reports/mutation/${name}.json` },
}).runMutationTest();

const detected = results.filter(({ status }) => status === "Killed" || status === "Timeout").length;
const alive = results.filter(({ status }) => status === "Survived" || status === "NoCoverage").length;
const score = (100 * detected) / Math.max(1, detected + alive);
console.log(`${name}: ${detected} of ${detected + alive} mutants noticed, ${score.toFixed(1)} %`);
process.exitCode = score < 85 ? 1 : 0;

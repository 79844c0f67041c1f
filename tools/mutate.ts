/**
 * Mutation testing of one package: changes its sources in place, one place at a time, and counts the changes that its
 * tests notice. The sources are put back at the end, also after Ctrl-C, but not when the process is killed: run it in a
 * clone.
 *
 *     pnpm mutate condition [--sample 0.2] [file pattern below src…]
 *
 * All mutants of a package take an hour or more; a sample of them, drawn by a hash of each mutant's place, takes minutes. The
 * exit code is 1 below a score of 85 %.
 */

import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { isSampled } from "./mutate/sampled.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string" } },
});
const [name = "", ...patterns] = positionals;
if (!existsSync(`packages/${name}/src`) || name === "") {
  console.error("which package? for example: pnpm mutate condition");
  process.exit(2);
}
const share = Number(values.sample ?? 1);
if (!(share > 0 && share <= 1)) {
  console.error("--sample is the share of mutants to try, for example 0.2");
  process.exit(2);
}
process.env["GATEHOUSE_MUTATE_SAMPLE"] = String(share);
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
  reporters: ["progress", ...(share < 1 ? [] : ["json"])],
  jsonReporter: { fileName: `reports/mutation/${name}.json` },
}).runMutationTest();

const tried = results.filter((mutant) => isSampled(mutant, share));
const survivors = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
for (const { fileName, location, mutatorName, replacement, status } of survivors) {
  const place = `${path.relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column + 1}`;
  console.log(
    `${place} ${status} ${mutatorName} -> ${(replacement ?? "").replace(/\s+/g, " ").slice(0, 80)}`,
  );
}
const detected = tried.filter(({ status }) => status === "Killed" || status === "Timeout").length;
const timedOut = tried.filter(({ status }) => status === "Timeout").length;
const alive = survivors.length;
const score = (100 * detected) / Math.max(1, detected + alive);
console.log(
  `${name}: ${detected} of ${detected + alive} mutants noticed (${timedOut} by time), ${score.toFixed(1)} %` +
    (share < 1 ? `; a sample of ${results.length}` : ""),
);
process.exitCode = score < 85 ? 1 : 0;

import path from "node:path";
import { availableParallelism } from "node:os";
import { parseArgs, stripVTControlCharacters } from "node:util";

import { runSteps } from "./check/run-steps.js";
import { BUDGETS, steps } from "./check/step.js";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    list: { type: "boolean", default: false },
    deep: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
  },
});
const tier = values.long ? "long" : values.deep ? "deep" : "quick";
const names = values.only?.split(",") ?? steps.filter((step) => step.tier === tier).map((step) => step.name);
const unknown = names.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `no step \`${unknown.join("`, `")}\`; there are: ${steps.map((step) => step.name).join(", ")}`,
  );
  process.exit(2);
}
if (values.list) {
  console.log(steps.map((step) => `${step.name.padEnd(10)} ${step.tier}`).join("\n"));
  process.exit(0);
}

const chosen = steps.filter((step) => names.includes(step.name));
const root = path.resolve(import.meta.dirname, "..");
const lanes = Math.min(2, availableParallelism());
const start = performance.now();
const results = await runSteps(chosen, root, lanes, ({ step, passed, seconds, note, output }) => {
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  if (!passed) console.log(`\n${headAndTail(output.trimEnd())}\n`);
  console.log(
    `${passed ? "ok    " : "FAILED"} ${step.name.padEnd(10)}${time}${note === undefined ? "" : `  ${note}`}`,
  );
});

const failed = results.filter((result) => !result.passed);
const passed = results.length - failed.length;
const notRun = chosen.filter((step) => !results.some((result) => result.step.name === step.name));
if (notRun.length > 0) console.log(`not finished: ${notRun.map((step) => step.name).join(", ")}`);
for (const { step, output } of failed) {
  for (const name of failedTests(output)) console.log(`failed: ${name}`);
  console.log(`again, alone: pnpm check --only ${step.name}`);
}
const seconds = (performance.now() - start) / 1000;
console.log(`${seconds.toFixed(1)} s`);
// Not a failure: the machine may be busy. On a quiet one it is a reason to look.
if (values.only === undefined && seconds > BUDGETS[tier])
  console.log(`over budget: the ${tier} tier may take ${BUDGETS[tier]} s on two cores`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Compilers say what is wrong first, test runners last. */
function headAndTail(text: string): string {
  const lines = text.split("\n");
  const left = lines.length - 200;
  return left > 0 ? [...lines.slice(0, 50), `… ${left} more lines …`, ...lines.slice(-150)].join("\n") : text;
}

/** The tests that failed, as vitest names them. */
function failedTests(output: string): ReadonlySet<string> {
  const names = stripVTControlCharacters(output).matchAll(/^ FAIL {2}(.+)$/gm);
  return new Set([...names].map(([, name = ""]) => name));
}

import process from "node:process";
import { SUITE_CASES } from "./cases/index.js";
import { exceptionOf } from "./exceptions.table.js";
import { runSuiteCase } from "./run-case.js";
import type { Driver } from "./suite-case.js";

/**
 * Runs every case with a driver, `run-suite.ts DRIVER [WORDS OF A NAME]`, and writes what differed as a line of JSON for each:
 * `{ name, class, wrong, why }`. `why` is what a framework cannot do: then something must differ.
 */
const [file = "", only = ""] = process.argv.slice(2);
const { driver } = (await import(`./drivers/${file}.js`)) as { readonly driver: Driver };
// A library may forget a promise of a run that was stopped.
process.on("unhandledRejection", (error) => process.stderr.write(`unhandled: ${String(error)}\n`));
for (const one of SUITE_CASES.filter(({ name }) => name.includes(only))) {
  const wrong = await runSuiteCase(driver, one).catch((error: unknown) => [String(error)]);
  const line = { name: one.name, class: one.class, wrong, why: exceptionOf(file, one.name) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
// Libraries may keep timers.
process.exit(0);

import process from "node:process";
import { SUITE_CASES } from "./cases/index.js";
import { runSuiteCase } from "./run-case.js";
import type { Driver } from "./suite-case.js";

/** Runs every case with a driver, and writes what differed as JSON, a line for each case: `{ name, wrong }`. */
const [file = "", only = ""] = process.argv.slice(2);
const { driver } = (await import(`./drivers/${file}.js`)) as { readonly driver: Driver };
process.on("unhandledRejection", (error) => process.stderr.write(`unhandled: ${String(error)}\n`));
for (const one of SUITE_CASES) {
  if (!one.name.includes(only)) continue;
  const started = performance.now();
  const wrong = await runSuiteCase(driver, one).catch((error: unknown) => [String(error)]);
  process.stdout.write(
    `${JSON.stringify({ name: one.name, wrong, ms: Math.round(performance.now() - started) })}\n`,
  );
}
// Libraries may keep timers.
process.exit(0);

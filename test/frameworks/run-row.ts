import path from "node:path";
import type { CallBash } from "../../examples/frameworks/outcome.js";
import { FRAMEWORK_CASES, runCase, wrongWith } from "./framework-cases.js";

/** Runs every case against one example, and writes what differed as JSON: `{ column: [message] }`. */
const [example = ""] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, "../../examples/frameworks");
const { callBash } = (await import(path.join(folder, `${example}.ts`))) as { readonly callBash: CallBash };
const wrong: Record<string, string[]> = {};
for (const one of FRAMEWORK_CASES) {
  const list = (wrong[one.column] ??= []);
  try {
    const outcome = await runCase(callBash, one, folder);
    list.push(...wrongWith(one, outcome).map((what) => `${one.name}: ${what}`));
  } catch (error) {
    list.push(`${one.name}: ${String(error)}`);
  }
}
process.stdout.write(`\n${JSON.stringify({ node: process.versions.node, wrong })}\n`);
// Libraries may keep timers.
process.exit(0);

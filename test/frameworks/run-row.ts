import path from "node:path";
import { FRAMEWORK_CASES, gatehouseOf, type CallBash } from "./framework-cases.js";

/** Runs every case against one example, and writes what differed as JSON: `{ column: [message] }`. */
const [example = ""] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, "../../examples/frameworks");
const { callBash } = (await import(path.join(folder, `${example}.ts`))) as { readonly callBash: CallBash };
const wrong: Record<string, string[]> = {};
for (const one of FRAMEWORK_CASES) {
  const list = (wrong[one.column] ??= []);
  const { asked, ran, told } = one.expected;
  try {
    const outcome = await callBash(await gatehouseOf(one, folder), one.command, one.yes);
    const isRight =
      outcome.asked === asked &&
      JSON.stringify(outcome.ran) === JSON.stringify(ran) &&
      told.test(outcome.told);
    if (!isRight) list.push(`${one.name}: ${JSON.stringify(outcome)}`);
  } catch (error) {
    list.push(`${one.name}: ${String(error)}`);
  }
}
process.stdout.write(`\n${JSON.stringify({ node: process.versions.node, wrong })}\n`);
// Libraries may keep timers.
process.exit(0);

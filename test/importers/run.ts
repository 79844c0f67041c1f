/**
 * Asks the agents' own programs what they decide, and the policies that were imported from the same rules.
 *
 *     pnpm importers            compares 300 commands
 *     pnpm importers --count n  compares n
 *
 * Exit code 1 when a decision differs.
 */
import { parseArgs } from "node:util";
import { compareCodex } from "./compare-codex.js";
import { installAgents } from "./installed.js";

const { values } = parseArgs({
  options: { count: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
});

installAgents();
const { compared, differences } = compareCodex(Number(values.count), Number(values.seed));
process.stdout.write(`codex: ${JSON.stringify(compared)}, ${differences.length} differences\n`);
for (const difference of differences.slice(0, 10)) process.stdout.write(`  ${difference}\n`);
process.exitCode = differences.length > 0 ? 1 : 0;

/**
 * Asks the agents' own programs what they decide, and the policies that were imported from the same rules.
 *
 *     pnpm importers            compares 300 commands
 *     pnpm importers --count n  compares n
 *
 * Exit code 1 when a decision differs.
 */
import { parseArgs } from "node:util";
import { type Comparison, compareCodex } from "./compare-codex.js";
import { compareGemini } from "./compare-gemini.js";
import { installAgents } from "./installed.js";

const { values } = parseArgs({
  options: { count: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
});

installAgents();
// Gemini CLI tells every step.
console.debug = () => undefined;
let failures = 0;

function tell(agent: string, { compared, differences }: Comparison): void {
  failures += differences.length;
  process.stdout.write(`${agent}: ${JSON.stringify(compared)}, ${differences.length} differences\n`);
  for (const difference of differences.slice(0, 10)) process.stdout.write(`  ${difference}\n`);
}

const [count, seed] = [Number(values.count), Number(values.seed)];
tell("codex", compareCodex(count, seed));
tell("gemini-cli", await compareGemini(count, seed));
process.exitCode = failures > 0 ? 1 : 0;

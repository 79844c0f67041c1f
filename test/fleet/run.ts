/**
 * Tries a fleet of three decision servers under load, again and again, and fails at the first thing that must not be.
 *
 *     pnpm fleet [--times 100] [--seconds 12] [--rate 500]
 */
import { parseArgs } from "node:util";
import { runFleet } from "./run-fleet.js";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "1" },
    seconds: { type: "string", default: "12" },
    rate: { type: "string", default: "500" },
  },
});
const times = Number(values.times);
for (let time = 1; time <= times; time++) {
  const report = await runFleet({ seconds: Number(values.seconds), rate: Number(values.rate) });
  const { violations, ...figures } = report;
  process.stdout.write(`${time}/${times} ${JSON.stringify(figures)}\n`);
  if (violations.length > 0) {
    process.stderr.write(`${[...new Set(violations)].slice(0, 20).join("\n")}\n`);
    process.exit(1);
  }
}

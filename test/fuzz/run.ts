/**
 * Fuzzes the condition language.
 *
 *     pnpm fuzz [target…] [--seconds N] [--runs N] [--seed N]
 *
 * All targets, 60 seconds together, unless told otherwise. A finding ends its target, is saved to `corpus/`, where
 * `regressions.test.ts` repeats it for ever, and makes the exit code 1.
 */
import { parseArgs } from "node:util";
import { saveInput, savedInputs } from "./corpus.js";
import { fuzz } from "./fuzz.js";
import { targets } from "./targets/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string" }, runs: { type: "string" }, seed: { type: "string" } },
});
const names = targets.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no target \`${unknown.join("`, `")}\`; there are: ${names.join(", ")}`);
  process.exit(2);
}
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const seconds = Number(values.seconds ?? (values.runs === undefined ? 60 : Infinity));
console.log(`seed ${seed}`);
for (const target of chosen) {
  const start = performance.now();
  const { runs, kept, finding } = fuzz(target, {
    seed,
    runs: Number(values.runs ?? Infinity),
    milliseconds: (seconds * 1_000) / chosen.length,
    corpus: savedInputs(target.name).map(([, input]) => input),
  });
  const took = (performance.now() - start) / 1_000;
  console.log(
    `${target.name}: ${runs} runs in ${took.toFixed(1)} s, ${kept} inputs that showed something new`,
  );
  if (finding === undefined) continue;
  console.error(finding.error);
  console.error(`saved to ${saveInput(target.name, finding.input)}`);
  process.exitCode = 1;
}

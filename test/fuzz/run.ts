/**
 * Fuzzes the condition language.
 *
 *     pnpm fuzz [target…] [--seconds N] [--runs N] [--seed N] [--keep FOLDER]
 *
 * All targets, 60 seconds together, unless told otherwise. A finding ends its target, is saved to `corpus/`, where
 * `regressions.test.ts` repeats it for ever, and makes the exit code 1. With `--keep`, inputs that showed something new are
 * kept in a folder, and the next run with the same folder starts from them; it is then not the seed alone that repeats a run.
 */
import { parseArgs } from "node:util";
import { saveInput, savedInputs } from "./corpus.js";
import { fuzz } from "./fuzz.js";
import { keepInputs, keptInputs } from "./kept-inputs.js";
import { targets } from "./targets/index.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string" },
    runs: { type: "string" },
    seed: { type: "string" },
    keep: { type: "string" },
  },
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
  const { runs, kept, pool, finding } = fuzz(target, {
    seed,
    runs: Number(values.runs ?? Infinity),
    milliseconds: (seconds * 1_000) / chosen.length,
    corpus: [
      ...savedInputs(target.name).map(([, input]) => input),
      ...(values.keep === undefined ? [] : keptInputs(values.keep, target.name)),
    ],
  });
  const took = (performance.now() - start) / 1_000;
  console.log(
    `${target.name}: ${runs} runs in ${took.toFixed(1)} s, ${kept} inputs that showed something new`,
  );
  if (values.keep !== undefined)
    console.log(`${target.name}: ${keepInputs(values.keep, target.name, pool)} inputs kept for the next run`);
  if (finding === undefined) continue;
  console.error(finding.error);
  console.error(`saved to ${saveInput(target.name, finding.input)}`);
  process.exitCode = 1;
}

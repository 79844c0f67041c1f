import { expect, test } from "vitest";
import { savedInputs } from "./corpus.js";
import { fuzz } from "./fuzz.js";
import { targets } from "./targets/index.js";
import { finding } from "./target.js";

test.each(targets.map((target) => [target.name, target] as const))(
  "fuzz %s: what was found stays fixed",
  (_, target) => {
    for (const [name, input] of savedInputs(target.name)) expect(() => target.run(input), name).not.toThrow();
  },
);

test.each(targets.map((target) => [target.name, target] as const))("fuzz %s: a short run", (_, target) => {
  const options = { seed: 1, runs: target.seeds.length + 1_000, milliseconds: 20_000, corpus: [] };
  const result = fuzz(target, options);
  expect(result.finding).toBeUndefined();
  // The mutations reach further than the seeds.
  expect(result.kept).toBeGreaterThan(target.seeds.length);
});

test("fuzz: a planted fault is found, and the seed repeats it", () => {
  const target = {
    name: "planted",
    seeds: ["hello"],
    dictionary: ["needle"],
    run: (input: string): string => (input.includes("needle!") ? finding("planted") : input.slice(0, 3)),
  };
  const options = { seed: 7, runs: 200_000, milliseconds: 20_000, corpus: [] };
  const found = fuzz(target, options);
  expect(found.finding?.input).toContain("needle!");
  expect(fuzz(target, options)).toMatchObject({ runs: found.runs });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz } from "./fuzz.js";
import { keepInputs, keptInputs } from "./kept-inputs.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gatehouse-kept-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const target = {
  name: "lengths",
  seeds: ["ab"],
  dictionary: ["xyz"],
  run: (input: string) => `${input.length}`,
};

test("a run starts from what the run before it kept", () => {
  const options = { seed: 3, runs: 500, milliseconds: 20_000 };
  const first = fuzz(target, { ...options, corpus: keptInputs(folder, target.name) });
  expect(first.pool.length).toBeGreaterThan(target.seeds.length);
  const count = keepInputs(folder, target.name, first.pool);
  const kept = keptInputs(folder, target.name);
  expect(kept).toHaveLength(count);
  // So many runs that only what was kept is run.
  const seen: string[] = [];
  const again = { ...target, run: (input: string) => (seen.push(input), target.run(input)) };
  fuzz(again, { ...options, runs: 1 + kept.length, corpus: kept });
  expect(seen).toEqual([...target.seeds, ...kept]);
});

test("a lone surrogate survives, and what is no list is an error", () => {
  keepInputs(folder, "texts", ["\ud800", "a", "a"]);
  expect(keptInputs(folder, "texts")).toEqual(["\ud800", "a"]);
  writeFileSync(path.join(folder, "broken.json"), '{"a":1}');
  expect(() => keptInputs(folder, "broken")).toThrow("expected a list of strings");
});

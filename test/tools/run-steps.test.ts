import path from "node:path";

import { expect, test } from "vitest";

import { runSteps } from "../../tools/check/run-steps.js";
import type { Step } from "../../tools/check/step.js";
import { steps } from "../../tools/check/step.js";

const root = path.resolve(import.meta.dirname, "../..");

/** A step that runs a script under Node, through a program that every checkout has. */
function script(name: string, code: string, after: readonly string[] = []): Step {
  return { name, tier: "quick", commands: [["tsx", "--eval", code]], after };
}

async function order(chosen: readonly Step[], lanes: number): Promise<string[]> {
  const results = await runSteps(chosen, root, lanes, () => {});
  return results.map(({ step, passed }) => `${step.name} ${passed ? "passed" : "failed"}`);
}

test("a step waits for those it comes after, whatever the order of the list", async () => {
  const chosen = [script("third", "", ["second"]), script("second", "", ["first"]), script("first", "")];
  expect(await order(chosen, 2)).toEqual(["first passed", "second passed", "third passed"]);
});

test("a step that was not chosen is not waited for", async () => {
  expect(await order([script("second", "", ["first"])], 2)).toEqual(["second passed"]);
});

test("the first failure ends the run: what runs is stopped, what waits does not start", async () => {
  const chosen = [
    script("slow", "setTimeout(() => {}, 1_000_000)"),
    script("broken", "console.log('because'); process.exit(3)"),
    script("later", "", ["broken"]),
  ];
  const results = await runSteps(chosen, root, 2, () => {});
  expect(results).toMatchObject([{ step: { name: "broken" }, passed: false, output: "because\n" }]);
});

test("a step comes after steps that exist, of its own tier or a quicker one", () => {
  const quick = steps.filter(({ tier }) => tier === "quick").map(({ name }) => name);
  for (const { tier, after = [] } of steps)
    if (tier === "quick") expect(quick).toEqual(expect.arrayContaining([...after]));
  const names = steps.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { after = [] } of steps) expect(names).toEqual(expect.arrayContaining([...after]));
});

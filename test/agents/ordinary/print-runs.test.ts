import { expect, test } from "vitest";
import type { OrdinaryRun, Outcome } from "./outcome.js";
import { isWhole, printRuns } from "./print-runs.js";

const held: readonly Outcome[] = [
  { name: "ls", ok: true, note: "" },
  { name: "npm test", ok: true, note: "" },
  { name: "a key is kept", ok: true, note: "" },
  { name: "no daemon ran", ok: true, note: "" },
];
const run: OrdinaryRun = { agent: "codex", version: "22", outcomes: held };

function without(name: string): OrdinaryRun {
  return {
    ...run,
    outcomes: held.map((one) => (one.name === name ? { name, ok: false, note: "why\nnot" } : one)),
  };
}

test("a run is whole when each call was made and the hook held", () => {
  expect(isWhole(run)).toBe(true);
  for (const { name } of held) expect(isWhole(without(name)), name).toBe(false);
  expect(isWhole({ ...run, outcomes: [] })).toBe(false);
});

test("calls are counted for each agent and Node, and what was not made is said below", () => {
  const text = printRuns([run, { ...without("npm test"), version: "24" }, { ...run, agent: "copilot" }]);
  expect(text.split("\n")).toEqual([
    "hook     codex   copilot",
    "Node 22  2 of 2  2 of 2",
    "Node 24  1 of 2",
    "",
    "codex, Node 24: not `npm test`: why not",
    "",
  ]);
});

test("a hook that let a key through is not counted as calls that were made", () => {
  expect(printRuns([without("a key is kept")])).toContain("2 of 2, but not: a key is kept");
});

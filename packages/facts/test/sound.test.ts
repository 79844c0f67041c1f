import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { tempDir } from "../../../test/temp-dir.js";
import { type Predict, holdAgainst, scriptsFrom } from "./oracle/find-misses.js";
import { predictCommands } from "./oracle/predict-commands.js";

/** Scripts in one box. */
const BATCH = 500;

async function missed(from: number, count: number, predict: Predict): Promise<readonly string[]> {
  const { misses } = holdAgainst(scriptsFrom(from, count), predict, await tempDir());
  return misses.map(({ script }) => script);
}

test("sound: what real bash executes is in the facts, or they say that something was not understood", async () => {
  const total = lawRuns({ quick: 150, deep: 2_000, full: 50_000 });
  for (let from = 0; from < total; from += BATCH) {
    expect(await missed(from, Math.min(BATCH, total - from), predictCommands)).toEqual([]);
  }
}, 3_600_000);

test("sound: facts without nested code are caught", async () => {
  const mutant: Predict = (script) => {
    const facts = predictCommands(script);
    return { ...facts, commands: facts.commands.filter(({ via }) => via.length === 0) };
  };
  expect((await missed(0, 100, mutant)).length).toBeGreaterThan(0);
}, 600_000);

import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { tempDir } from "../../../test/temp-dir.js";
import {
  STUBS,
  Dice,
  generateProgramScript,
  generateScript,
} from "../../shell/test/oracle/script-generator.js";
import { runInBox } from "../../shell/test/oracle/run-in-box.js";
import type { Facts } from "../src/index.js";
import { coversExecution, isExcused, predictCommands } from "./oracle/predict-commands.js";

/** Programs of the system that run what they are given; all else that scripts call are stubs. */
const REAL = [
  ...[
    "xargs",
    "nice",
    "timeout",
    "nohup",
    "find",
    "sh",
    "dash",
    "tee",
    "base64",
    "setsid",
    "stdbuf",
    "cp",
    "mv",
  ],
];
/** Scripts in one box. */
const BATCH = 500;

type Predict = (script: string) => Facts;

/** Scripts with an execution that the facts do not have, although they say that all was understood. */
async function misses(from: number, count: number, predict: Predict): Promise<readonly string[]> {
  const scripts = Array.from({ length: count }, (_, i) => {
    const dice = new Dice(from + i);
    return i % 2 === 0 ? generateScript(dice) : generateProgramScript(dice);
  });
  const runs = runInBox(scripts, { stubs: STUBS, real: REAL }, await tempDir());
  return scripts.filter((script, i) => {
    const facts = predict(script);
    if (isExcused(facts)) return false;
    return (runs[i] ?? []).some(
      ({ argv, directory }) => !facts.commands.some((one) => coversExecution(one, argv, directory)),
    );
  });
}

test("sound: what real bash executes is in the facts, or they say that something was not understood", async () => {
  const total = lawRuns({ quick: 150, deep: 2_000, full: 50_000 });
  for (let from = 0; from < total; from += BATCH) {
    expect(await misses(from, Math.min(BATCH, total - from), predictCommands)).toEqual([]);
  }
}, 3_600_000);

test("sound: facts without nested code are caught", async () => {
  const mutant: Predict = (script) => {
    const facts = predictCommands(script);
    return { ...facts, commands: facts.commands.filter(({ via }) => via.length === 0) };
  };
  expect((await misses(0, 100, mutant)).length).toBeGreaterThan(0);
}, 600_000);

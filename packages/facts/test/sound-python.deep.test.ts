import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { tempDir } from "../../../test/temp-dir.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import type { Facts } from "../src/index.js";
import { holdFiles, predictFiles } from "./oracle/hold-files.js";
import { generatePython } from "./oracle/python-programs.js";

/** Programs in one box. */
const BATCH = 100;

const programs = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => generatePython(new Dice(from + i)));

test("sound: what real Python writes and removes is in the facts, or they say that something was not understood", async () => {
  const total = lawRuns({ deep: 100, full: 20_000 });
  for (let from = 0; from < total; from += BATCH) {
    const { misses, understood, changes } = holdFiles(programs(from, BATCH), predictFiles, await tempDir());
    expect(misses).toEqual([]);
    expect(understood).toBeGreaterThan(BATCH / 4);
    expect(changes).toBeGreaterThan(BATCH / 4);
  }
}, 3_600_000);

test("sound: facts without what Python removes are caught", async () => {
  const mutant = (command: string): Facts => ({ ...predictFiles(command), deletes: [] });
  const command = "python3 -c 'import os; os.remove(\"a\")'";
  expect(holdFiles([command], mutant, await tempDir()).misses.length).toBe(1);
}, 600_000);

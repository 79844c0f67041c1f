import { expect } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { Dice } from "../../../shell/test/oracle/script-generator.js";
import type { Facts } from "../../src/index.js";
import { holdFiles, predictFiles } from "./hold-files.js";
import { runPrograms } from "./run-programs.js";

/** Generated programs of a language, how many in all, and how many in one box. */
export interface Programs {
  readonly generate: (dice: Dice) => string;
  readonly total: number;
  readonly batch: number;
  readonly run?: typeof runPrograms;
  readonly predict?: typeof predictFiles;
}

/** What the programs read, write and remove is in the facts, or these say that something was not understood. */
export async function expectSound(programs: Programs): Promise<void> {
  const { generate, total, batch, run = runPrograms, predict = predictFiles } = programs;
  for (let from = 0; from < total; from += batch) {
    const texts = Array.from({ length: batch }, (_, i) => generate(new Dice(from + i)));
    const { misses, understood, changes } = holdFiles(texts, predict, await tempDir(), run);
    expect(misses).toEqual([]);
    expect(understood).toBeGreaterThan(batch / 4);
    expect(changes).toBeGreaterThan(batch / 4);
  }
}

/** Facts that lack what this command removes are caught. */
export async function expectMutantCaught(
  command: string,
  { run = runPrograms, predict = predictFiles }: Partial<Programs> = {},
): Promise<void> {
  const mutant = (text: string): Facts => ({ ...predict(text), deletes: [] });
  expect(holdFiles([command], mutant, await tempDir(), run).misses.length).toBe(1);
}

import { expect, test } from "vitest";
import { lawRuns } from "../../../test/assert-law.js";
import { tempDir } from "../../../test/temp-dir.js";
import { Dice } from "../../shell/test/oracle/script-generator.js";
import type { Facts } from "../src/index.js";
import { generateComposed } from "./oracle/composed-commands.js";
import { commandsOfRows, generateFileCommand } from "./oracle/file-commands.js";
import { holdFiles, predictFiles } from "./oracle/hold-files.js";

const generated = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => generateFileCommand(new Dice(i)));

test("sound: what real programs write and remove is in the facts, or they say that something was not understood", async () => {
  const commands = [...commandsOfRows(), ...generated(lawRuns({ deep: 40, full: 2_000 }))];
  const { misses, changes } = holdFiles(commands, predictFiles, await tempDir());
  expect(misses).toEqual([]);
  expect(changes).toBeGreaterThan(50);
}, 1_800_000);

test("sound: what commands within each other and behind one another write and remove is in the facts", async () => {
  const commands = Array.from({ length: lawRuns({ deep: 60, full: 1_545 }) }, (_, i) =>
    generateComposed(new Dice(i)),
  );
  const { misses, understood, changes } = holdFiles(commands, predictFiles, await tempDir());
  // The contract is one of a thousand.
  expect(misses.slice(Math.floor(understood / 1_000))).toEqual([]);
  expect(changes).toBeGreaterThan(30);
}, 1_800_000);

test("sound: facts without what is removed are caught", async () => {
  const mutant = (command: string): Facts => ({ ...predictFiles(command), deletes: [] });
  expect(holdFiles(["rm a", "mv b d"], mutant, await tempDir()).misses.length).toBe(2);
}, 600_000);

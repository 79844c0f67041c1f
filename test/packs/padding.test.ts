import { expect, test } from "vitest";
import { derive } from "./derive.js";
import { judgeByPacks } from "./judged.js";
import { deniedCommands, hiddenBy } from "./padded.js";

const commands = deniedCommands(400);

test("padding: what is denied is not let through by what is written around it", () => {
  expect(commands.length).toBeGreaterThan(5);
  expect(hiddenBy(commands)).toEqual([]);
});

test("padding: without the pack that speaks of what is not understood, some passes", () => {
  expect(hiddenBy(commands.slice(0, 1), judgeByPacks(derive, false, "understood"))).not.toEqual([]);
});

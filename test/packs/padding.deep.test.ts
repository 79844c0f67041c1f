import { expect, test } from "vitest";
import { deniedCommands, hiddenBy } from "./padded.js";

test("padding: nothing that is denied is let through by what is written around it", () => {
  expect(hiddenBy(deniedCommands(100))).toEqual([]);
});

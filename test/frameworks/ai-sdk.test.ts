import path from "node:path";
import { expect, test } from "vitest";
import { callBash } from "../../examples/frameworks/ai-sdk.js";
import { FRAMEWORK_CASES, runCase, wrongWith } from "./framework-cases.js";

const EXAMPLES = path.resolve(import.meta.dirname, "../../examples/frameworks");

test.each(FRAMEWORK_CASES)("AI SDK 6: $name", async (one) => {
  expect(wrongWith(one, await runCase(callBash, one, EXAMPLES))).toEqual([]);
});

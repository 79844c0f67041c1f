import path from "node:path";
import { expect, test } from "vitest";
import { callBash } from "../../examples/frameworks/ai-sdk.js";
import { FRAMEWORK_CASES, gatehouseOf } from "./framework-cases.js";

const EXAMPLES = path.resolve(import.meta.dirname, "../../examples/frameworks");

test.each(FRAMEWORK_CASES)("AI SDK: $name", async (one) => {
  const gatehouse = await gatehouseOf(one, EXAMPLES);
  const { asked, ran, told } = await callBash(gatehouse, one.command, one.yes);
  expect({ asked, ran }).toEqual({ asked: one.expected.asked, ran: one.expected.ran });
  expect(told).toMatch(one.expected.told);
});

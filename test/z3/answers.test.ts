import { findSuch } from "@gatehouse-hooks/analysis";
import { expect, test } from "vitest";
import { interpret } from "../../packages/condition/test/reference.js";
import { conditionOf } from "../arbitraries/small-questions.js";
import { readAnswers } from "./answers.js";
import { contradicts } from "./contradicts.js";
import { corpus } from "./questions.js";

test("Z3: the answers that are committed are those of the corpus", () => {
  const asked = readAnswers().map(({ id, family, hold, fail }) => ({ id, family, hold, fail }));
  expect(asked).toEqual(corpus());
  expect(asked.length).toBeGreaterThanOrEqual(200);
});

test("Z3: the analysis answers every question, and as Z3 does where that does not give up", () => {
  for (const { id, hold: holding, fail: failing, z3 } of readAnswers()) {
    const hold = holding.map(conditionOf);
    const fail = failing.map(conditionOf);
    const found = findSuch({ hold, fail });
    expect(found.kind, id).not.toBe("unknown");
    expect(contradicts(found.kind, z3), id).toBe(false);
    if (found.kind !== "found") continue;
    for (const node of hold) expect(interpret(node, found.event), id).toBe(true);
    for (const node of fail) expect(interpret(node, found.event), id).toBe(false);
  }
});

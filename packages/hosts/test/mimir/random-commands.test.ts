import fc from "fast-check";
import { expect, test } from "vitest";
import { lawRuns } from "../../../../test/assert-law.js";
import { VALUE_WAYS } from "./command-grammar.js";
import { BATCH, batchOf, PAYLOADS, place, wrongOf } from "./run-placed.js";

test("whatever is accepted runs the same for every value, which arrives as one argument and never as code", async () => {
  const batches = lawRuns({ quick: 1, deep: 20, full: 60 });
  let accepted = 0;
  for (let seed = 1; seed <= batches; seed++) {
    const { wrong, ran } = await wrongOf(batchOf(seed), place);
    accepted += ran;
    expect(wrong).toBeNull();
  }
  // A law about nothing would hold, too.
  expect(accepted).toBeGreaterThan((batches * BATCH) / 10);
}, 3_600_000);

test("no way of a value through variables and files ends in code", async () => {
  const ways = fc
    .sample(fc.shuffledSubarray([...VALUE_WAYS], { minLength: VALUE_WAYS.length }), { numRuns: 1, seed: 1 })
    .flat()
    .slice(0, lawRuns({ quick: 150, deep: 2_000, full: VALUE_WAYS.length }));
  const cases = ways.map((text) => ({ command: { text, fixed: false }, texts: PAYLOADS }));
  const { wrong, ran } = await wrongOf(cases, place);
  expect(wrong).toBeNull();
  expect(ran).toBeGreaterThan(ways.length / 50);
}, 600_000);

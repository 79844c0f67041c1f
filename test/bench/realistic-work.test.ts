import { policiesOf } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { eventsOf } from "../../bench/realistic/events.js";
import { sealedOf, setOf } from "../../bench/realistic/gatehouse.js";
import { rulesOf } from "../../bench/realistic/rules.js";
import { PolicyIndex } from "../../packages/engine/src/candidates/policy-index.js";

const EVENTS = eventsOf().map(sealedOf);

function indexOf(size: number): PolicyIndex {
  return new PolicyIndex(policiesOf(setOf(rulesOf(size))));
}

/** Code units gone through and policies asked, of all events. */
function workOf(index: PolicyIndex): number {
  return EVENTS.reduce((sum, event) => {
    index.candidates(event);
    return sum + index.work;
  }, 0);
}

describe("the work of an event, counted", () => {
  test("from 100 to 12,800 policies as people write them it grows at most ten times, and no doubling doubles it", () => {
    const series = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800].map((size) => workOf(indexOf(size)));
    for (const [i, work] of series.entries()) if (i > 0) expect(work / (series[i - 1] ?? 0)).toBeLessThan(2);
    expect((series.at(-1) ?? Infinity) / (series[0] ?? 0)).toBeLessThan(10);
    // The counter counts: an event of the largest kind is not free.
    expect(series[0]).toBeGreaterThan(EVENTS.length);
  }, 120_000);

  test("each string of an event is gone through at most twice, and in few paths, whatever the policies", () => {
    const index = indexOf(3_200);
    for (const event of EVENTS) {
      index.candidates(event);
      expect(index.units).toBeLessThan(2 * JSON.stringify(event).length);
    }
  });
});

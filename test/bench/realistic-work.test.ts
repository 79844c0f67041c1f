import { policiesOf } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";
import { eventsOf } from "../../bench/realistic/events.js";
import { sealedOf, setOf } from "../../bench/realistic/gatehouse.js";
import { rulesOf } from "../../bench/realistic/rules.js";
import { PolicyIndex } from "../../packages/engine/src/candidates/policy-index.js";

const EVENTS = eventsOf().map(sealedOf);
const POLICIES = policiesOf(setOf(rulesOf(3_200)));

/** Code units gone through and policies asked, of all events. */
function workOf(size: number): number {
  const index = new PolicyIndex(POLICIES.slice(0, size));
  return EVENTS.reduce((sum, event) => {
    index.candidates(event);
    return sum + index.work;
  }, 0);
}

describe("the work of an event, counted", () => {
  test("from 100 to 3,200 policies as people write them no doubling doubles it", () => {
    const series = [100, 200, 400, 800, 1_600, 3_200].map(workOf);
    for (const [i, work] of series.entries()) if (i > 0) expect(work / (series[i - 1] ?? 0)).toBeLessThan(2);
    expect((series.at(-1) ?? Infinity) / (series[0] ?? 0)).toBeLessThan(5);
    // The counter counts: an event of the largest kind is not free.
    expect(series[0]).toBeGreaterThan(EVENTS.length);
  });

  test("each string of an event is gone through at most twice, and in few paths, whatever the policies", () => {
    const index = new PolicyIndex(POLICIES);
    for (const event of EVENTS) {
      index.candidates(event);
      expect(index.units).toBeLessThan(2 * JSON.stringify(event).length);
    }
  });
});

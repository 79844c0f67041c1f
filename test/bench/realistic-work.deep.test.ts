import { policiesOf } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";
import { eventsOf } from "../../bench/realistic/events.js";
import { sealedOf, setOf } from "../../bench/realistic/gatehouse.js";
import { rulesOf } from "../../bench/realistic/rules.js";
import { PolicyIndex } from "../../packages/engine/src/candidates/policy-index.js";

test("from 100 to 12,800 policies as people write them the counted work of an event grows at most ten times", () => {
  const events = eventsOf().map(sealedOf);
  const policies = policiesOf(setOf(rulesOf(12_800)));
  const series = [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800].map((size) => {
    const index = new PolicyIndex(policies.slice(0, size));
    return events.reduce((sum, event) => {
      index.candidates(event);
      return sum + index.work;
    }, 0);
  });
  for (const [i, work] of series.entries()) if (i > 0) expect(work / (series[i - 1] ?? 0)).toBeLessThan(2);
  expect((series.at(-1) ?? Infinity) / (series[0] ?? 0)).toBeLessThan(10);
}, 600_000);

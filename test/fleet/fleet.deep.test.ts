import { expect, test } from "vitest";
import { runFleet } from "./run-fleet.js";

test("a fleet of three answers everything, never of two versions at once, and no approval counts twice", async () => {
  const { violations, ...figures } = await runFleet({ seconds: 8, rate: 150 });
  expect({ violations: [...new Set(violations)] }, JSON.stringify(figures)).toEqual({ violations: [] });
  expect(figures.used).toBeGreaterThan(0);
});

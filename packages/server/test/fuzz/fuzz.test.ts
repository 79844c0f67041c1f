import { Agent } from "node:http";
import { listen } from "@gatehouse-hooks/server/node";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { serverOf } from "../served.js";
import { FUZZ_POLICIES, mayGetYes } from "./allowed-model.js";
import { attempt, attempts, type Outcome } from "./attempt.js";
import { FUZZ_TIMES } from "./fuzz-times.js";
import { documented } from "./http-requests.js";

/** Requests of one run, at once. */
const TOGETHER = 10;

test("law: no defect, no hang and no yes to nonsense, whatever is sent; `pnpm fuzz:http` sends 50,000", async () => {
  const { origin, close } = await listen(await serverOf(FUZZ_POLICIES), { port: 0, ...FUZZ_TIMES });
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
  onTestFinished(async () => {
    agent.destroy();
    await close();
  });
  const seen: Outcome[] = [];
  const some = fc.array(attempts, { minLength: TOGETHER, maxLength: TOGETHER });
  await assertLaw(
    fc.asyncProperty(some, async (sent) => {
      seen.push(...(await Promise.all(sent.map((one) => attempt(origin, one, agent)))));
    }),
    { quick: 50, deep: 100, full: 5_000 },
  );
  expect(seen.length).toBeGreaterThanOrEqual(500);
  expect(new Set(seen.map(({ status }) => status)).size).toBeGreaterThan(5);
  expect(seen.some(({ yes }) => yes)).toBe(true);
});

test("the model of what may get a yes says no to most requests, and yes to some", () => {
  const rows = fc.sample(documented, { numRuns: 600, seed: 1 }).map(mayGetYes);
  const yes = rows.filter(Boolean).length;
  expect(yes).toBeGreaterThan(15);
  expect(yes).toBeLessThan(300);
});

import { compilePolicies } from "@gatehouse-hooks/engine";
import { createRuntime, type HandlerFunction } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCase } from "../../../../test/arbitraries/policies.js";
import { drive } from "../../../../test/laws/engine.js";
import { answerNeed, type Case } from "../../../../test/laws/world.js";
import { assertLaw } from "../../../../test/assert-law.js";

/** Runs a case through the runtime, its answers coming in the order that the scheduler picks. */
async function run(one: Case, limit: number, lookahead: boolean, scheduler: fc.Scheduler) {
  const calls: { readonly id: string; readonly kind: string }[] = [];
  const handler: HandlerFunction = async (need) => {
    calls.push({ id: need.id, kind: need.handler.kind });
    await scheduler.schedule(Promise.resolve(), need.id);
    return answerNeed(one.world, need);
  };
  const runtime = createRuntime({
    policies: compilePolicies(one.policies).set,
    handlers: { judge: handler, command: handler, function: handler },
    maxConcurrentEvals: limit,
    lookahead,
  });
  // The door's notices are about the event, and `step` does not know them.
  const { notices: _said, ...decision } = await scheduler.waitFor(runtime.decide(one.event));
  const trace = decision.trace.map(({ ms: _ms, ...entry }) => entry);
  return { decision: { ...decision, trace }, calls };
}

test("the decision is the one that asking one at a time gives, in whatever order answers come", async () => {
  await assertLaw(
    fc.asyncProperty(
      lawCase(),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.scheduler(),
      async (one, limit, lookahead, scheduler) => {
        const sequential = drive(one, "first", (need) => answerNeed(one.world, need)).decision;
        expect((await run(one, limit, lookahead, scheduler)).decision).toEqual(sequential);
      },
    ),
  );
});

test("no command or function runs that asking one at a time would not run, and none twice", async () => {
  await assertLaw(
    fc.asyncProperty(
      lawCase({ alwaysRuns: false }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.scheduler(),
      async (one, limit, lookahead, scheduler) => {
        const { asked } = drive(one, "first", (need) => answerNeed(one.world, need));
        const { calls } = await run(one, limit, lookahead, scheduler);
        const acted = calls.filter(({ kind }) => kind !== "judge").map(({ id }) => id);
        expect(new Set(acted).size).toBe(acted.length);
        expect(asked).toEqual(expect.arrayContaining(acted));
      },
    ),
  );
});

test("without `lookahead` nothing is asked that asking one at a time would not ask", async () => {
  await assertLaw(
    fc.asyncProperty(
      lawCase({ alwaysRuns: false }),
      fc.integer({ min: 1, max: 5 }),
      fc.scheduler(),
      async (one, limit, scheduler) => {
        const { asked } = drive(one, "first", (need) => answerNeed(one.world, need));
        const { calls } = await run(one, limit, false, scheduler);
        expect(calls.map(({ id }) => id).toSorted()).toEqual(asked.toSorted());
      },
    ),
  );
});

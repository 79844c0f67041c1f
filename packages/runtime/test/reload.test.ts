import { type PolicySet, policiesOf } from "@gatehouse-hooks/engine";
import { createRuntime, type Reloaded } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { approve, byHand, deny, judged, setOf, toolCall, turns } from "./world.js";
import { assertLaw } from "../../../test/assert-law.js";

/** A set that says which version it is. */
function version(n: number): PolicySet {
  return setOf({
    id: `v${n}`,
    events: ["before_tool_call"],
    handler: { kind: "static", verdict: "ask", reason: `version ${n}` },
  });
}

test("a decision in flight keeps the set it began with, through all its questions", async () => {
  const hand = byHand();
  const old = setOf(judged("old1", { order: 0 }), judged("old2", { order: 1 }));
  const runtime = createRuntime({ policies: old, handlers: { judge: hand.handler }, maxConcurrentEvals: 1 });
  const before = runtime.decide(toolCall());
  await turns();
  void runtime.reload(setOf(judged("new")));
  const after = runtime.decide(toolCall());
  for (const id of ["old1", "new", "old2"]) await hand.answer(id, id === "new" ? deny : approve);
  expect((await before).trace.map(({ policy }) => policy)).toEqual(["old1", "old2"]);
  expect((await after).policy).toBe("new");
});

test("a set applies before `reload` returns", async () => {
  const runtime = createRuntime({ policies: version(1) });
  void runtime.reload(version(2));
  expect(policiesOf(runtime.policies).map(({ id }) => id)).toEqual(["v2"]);
  expect((await runtime.decide(toolCall())).reason).toBe("version 2");
});

test.each<[string, () => Promise<PolicySet>]>([
  ["a load that fails", () => Promise.reject(new Error("disk"))],
  ["a load of nothing", async () => undefined as unknown as PolicySet],
  ["a load of something else", async () => [] as unknown as PolicySet],
])("%s leaves the policies as they are", async (_name, load) => {
  const runtime = createRuntime({ policies: version(1) });
  expect((await runtime.reload(load())).kind).toBe("failed");
  expect((await runtime.decide(toolCall())).reason).toBe("version 1");
  expect(await runtime.reload(version(2))).toEqual({ kind: "applied" });
});

test("loads that finish in any order: the one asked for last wins, and no decision sees a mixture", async () => {
  await assertLaw(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom("load", "sync", "fail"), { minLength: 2, maxLength: 5 }),
      async (scheduler, kinds) => {
        const runtime = createRuntime({ policies: version(0) });
        const seen: number[] = [];
        const watch = async (): Promise<void> => {
          for (let i = 0; i < 6; i++) {
            await scheduler.schedule(Promise.resolve());
            const { reason, trace } = await runtime.decide(toolCall());
            expect(trace).toHaveLength(1);
            seen.push(Number(reason.slice("version ".length)));
          }
        };
        const results: Promise<Reloaded>[] = [];
        const reloads = kinds.map(async (kind, i) => {
          const n = i + 1;
          if (kind === "sync") results[i] = runtime.reload(version(n));
          else if (kind === "load")
            results[i] = runtime.reload(scheduler.schedule(Promise.resolve(version(n))));
          else {
            const failing = scheduler.schedule(Promise.resolve()).then(() => {
              throw new Error("disk");
            });
            results[i] = runtime.reload(failing);
          }
          await results[i];
        });
        await scheduler.waitFor(Promise.all([...reloads, watch()]));
        const last = kinds.reduce((best, kind, i) => (kind === "fail" ? best : i + 1), 0);
        expect((await runtime.decide(toolCall())).reason).toBe(`version ${last}`);
        // A newer version is never followed by an older one.
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        for (const [i, kind] of kinds.entries()) {
          const result = await results[i];
          expect(result?.kind === "failed").toBe(kind === "fail");
          if (i + 1 === last) expect(result?.kind).toBe("applied");
        }
      },
    ),
    { quick: 500 },
  );
});

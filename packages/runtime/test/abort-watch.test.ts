import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";
import { byHand, judged, setOf, toolCall, turns } from "./world.js";

test("one signal ends many decisions, and those that have ended before are left alone", async () => {
  const hand = byHand();
  const runtime = createRuntime({
    policies: setOf(judged("a", { onFailure: "ask" })),
    handlers: { judge: hand.handler },
    maxConcurrentEvals: 1,
  });
  const controller = new AbortController();
  const decisions = Array.from({ length: 30 }, (_, i) => runtime.decide(toolCall(`${i}`), controller));
  await turns();
  await hand.answer("a", { kind: "allow", reason: "first" });
  controller.abort();
  const effects = (await Promise.all(decisions)).map(({ effect }) => effect);
  expect(effects).toEqual(["allow", ...Array.from({ length: 29 }, () => "ask")]);
  expect(runtime.stats()).toMatchObject({ deciding: 0, running: 0, waiting: 0 });
});

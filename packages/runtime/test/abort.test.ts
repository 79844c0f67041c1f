import { createVerdictCache } from "@gatehouse-hooks/cache";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { expect, test } from "vitest";
import { approve, byHand, deny, judged, setOf, toolCall, turns } from "./world.js";

test("an abort ends the asking; the decision still comes, and fails closed", async () => {
  const hand = byHand();
  const policies = setOf(judged("a", { order: 0 }), judged("b", { order: 1 }), judged("c", { order: 2 }));
  const controller = new AbortController();
  const decision = createRuntime({
    policies,
    handlers: { judge: hand.handler },
    maxConcurrentEvals: 2,
    lookahead: true,
  }).decide(toolCall(), controller);
  await turns();
  await hand.answer("a", { kind: "warn", reason: "seen" });
  controller.abort();
  expect(await decision).toMatchObject({
    effect: "deny",
    policy: "b",
    warnings: [{ policy: "a" }],
    trace: [{ verdict: "warn" }, { failure: { code: "aborted" } }],
  });
  expect(hand.cancelled).toEqual(["b", "c"]);
});

test("an abort before the beginning: nobody is asked, static policies still decide", async () => {
  const hand = byHand();
  const stop = {
    id: "s",
    events: ["before_tool_call"],
    handler: { kind: "static", verdict: "ask", reason: "static" },
  } as const;
  const policies = setOf(judged("a", { onFailure: "ignore" }), stop);
  const decision = await createRuntime({ policies, handlers: { judge: hand.handler } }).decide(toolCall(), {
    signal: AbortSignal.abort(),
  });
  expect(decision).toMatchObject({ effect: "ask", policy: "s" });
  expect(hand.asked).toEqual([]);
});

test("an abort before the beginning: no function is called either", async () => {
  let calls = 0;
  const policies = setOf({
    id: "f",
    events: ["before_tool_call"],
    handler: { kind: "function", name: "f", timeoutMs: 1_000 },
  });
  const runtime = createRuntime({ policies, handlers: { function: async () => (calls++, approve) } });
  const { trace } = await runtime.decide(toolCall(), { signal: AbortSignal.abort() });
  expect([calls, trace[0]?.failure?.code]).toEqual([0, "aborted"]);
});

test("an abort of one who waits in the queue: the question is never asked", async () => {
  const hand = byHand();
  const runtime = createRuntime({
    policies: setOf(judged("a")),
    handlers: { judge: hand.handler },
    maxConcurrentEvals: 1,
  });
  const first = runtime.decide(toolCall("1"));
  const controller = new AbortController();
  const second = runtime.decide(toolCall("2"), controller);
  await turns();
  controller.abort();
  expect((await second).trace[0]?.failure?.code).toBe("aborted");
  expect(runtime.stats()).toMatchObject({ running: 1, waiting: 0 });
  await hand.answer("a", approve);
  expect((await first).effect).toBe("abstain");
  expect(hand.asked).toEqual(["a"]);
});

test("an abort of one of two equal questions does not take the answer from the other", async () => {
  const hand = byHand();
  const notices: string[] = [];
  const runtime = createRuntime({
    policies: setOf(judged("a", { cache: "global" })),
    handlers: { judge: hand.handler },
    cache: createVerdictCache(),
    onNotice: ({ code }) => notices.push(code),
  });
  const controller = new AbortController();
  const first = runtime.decide(toolCall(), controller);
  await turns();
  const second = runtime.decide(toolCall());
  await turns();
  controller.abort();
  expect((await first).trace[0]?.failure?.code).toBe("aborted");
  await hand.answer("a", deny);
  expect(await second).toMatchObject({ effect: "deny", reason: "no", trace: [{ source: "flight" }] });
  // Nothing has gone wrong, so nothing is said.
  expect([hand.asked, hand.cancelled, notices]).toEqual([["a"], [], []]);
});

test("a hundred decisions with twenty questions each on one signal leave nothing on it", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): unknown => warnings.push(warning);
  process.on("warning", onWarning);
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
  const policies = setOf(...Array.from({ length: 20 }, (_, i) => judged(`p${i}`)));
  const runtime = createRuntime({
    policies,
    handlers: { judge: async () => approve },
    maxConcurrentEvals: 20,
  });
  await Promise.all(Array.from({ length: 100 }, (_, i) => runtime.decide(toolCall(`${i}`), { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", onWarning);
  expect([listeners, warnings]).toEqual([0, []]);
});

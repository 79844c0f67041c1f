import { createVerdictCache } from "@gatehouse-hooks/cache";
import { createRuntime, type HandlerFunction } from "@gatehouse-hooks/runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { approve, judged, setOf, toolCall, turns } from "./world.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never: HandlerFunction = () => new Promise(() => undefined);

/** Whether a promise has settled. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await turns();
  return done;
}

describe.each([
  ["without a cache", undefined],
  ["with a cache", createVerdictCache()],
])("a judge that never answers, %s", (_name, cache) => {
  test("fails at its policy's timeout, not before and not after, and leaves no timer", async () => {
    const policies = setOf(judged("slow", { timeoutMs: 30_000, cache: "global" }));
    const signals: AbortSignal[] = [];
    const judge: HandlerFunction = (need, context) => {
      signals.push(context.signal);
      return never(need, context);
    };
    const runtime = createRuntime({ policies, handlers: { judge }, ...(cache && { cache }) });
    const decision = runtime.decide(toolCall());
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await settled(decision)).toBe(false);
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await settled(decision)).toBe(true);
    expect((await decision).trace).toMatchObject([{ failure: { code: "timeout" }, ms: 30_000 }]);
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gives its place back", async () => {
    const policies = setOf(judged("slow", { timeoutMs: 1_000, cache: "global" }));
    const runtime = createRuntime({
      policies,
      handlers: { judge: never },
      maxConcurrentEvals: 1,
      ...(cache && { cache }),
    });
    const decisions = [1, 2, 3].map((n) => runtime.decide(toolCall(`hang ${n}`)));
    // Each has a second of its own, from when it is its turn.
    for (const [done, seconds] of [
      [1, 1],
      [2, 1],
      [3, 1],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      expect((await Promise.all(decisions.map(settled))).filter(Boolean)).toHaveLength(done);
    }
    expect(runtime.stats()).toMatchObject({ running: 0, waiting: 0, failures: 3 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("an answer leaves no timer behind", async () => {
  const runtime = createRuntime({
    policies: setOf(judged("a", { cache: "session" })),
    handlers: { judge: async () => approve },
    cache: createVerdictCache(),
  });
  await runtime.decide(toolCall());
  await runtime.decide({ event: "session_end" });
  expect(vi.getTimerCount()).toBe(0);
});

test("an answer that comes after the timeout changes nothing", async () => {
  const policies = setOf(judged("late", { timeoutMs: 1_000, onFailure: "ask" }));
  const judge: HandlerFunction = () =>
    new Promise((resolve) => setTimeout(() => resolve({ kind: "allow", reason: "late" }), 1_500));
  const decision = createRuntime({ policies, handlers: { judge } }).decide(toolCall());
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await decision).effect).toBe("ask");
});

test("a handler that rejects after its timeout does not end the process", async () => {
  const policies = setOf(judged("late", { timeoutMs: 1_000 }));
  const judge: HandlerFunction = (_need, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => setTimeout(() => reject(new Error("late")), 10));
    });
  const decision = createRuntime({ policies, handlers: { judge } }).decide(toolCall());
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await decision).trace[0]?.failure?.code).toBe("timeout");
});

test("the longest timeout that a policy may have does not fire at once", async () => {
  const policies = setOf(judged("long", { timeoutMs: 2_147_483_647 }));
  const decision = createRuntime({ policies, handlers: { judge: never } }).decide(toolCall());
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await settled(decision)).toBe(false);
  await vi.advanceTimersByTimeAsync(2_147_483_647);
  expect((await decision).trace[0]?.failure?.code).toBe("timeout");
});

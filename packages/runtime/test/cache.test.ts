import {
  createVerdictCache,
  memoryStore,
  type VerdictCache,
  type VerdictStore,
} from "@gatehouse-hooks/cache";
import type { Verdict } from "@gatehouse-hooks/engine";
import { shownContext, type Shows } from "@gatehouse-hooks/json";
import { createRuntime, type HandlerFunction } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { approve, byHand, deny, judged, setOf, toolCall, turns } from "./world.js";
import { assertLaw } from "../../../test/assert-law.js";

const usage = { inputTokens: 5, outputTokens: 1 };

test("a thousand equal events at once make one call", async () => {
  const hand = byHand();
  const runtime = createRuntime({
    policies: setOf(judged("a", { cache: "session" })),
    handlers: { judge: hand.handler },
    cache: createVerdictCache(),
  });
  const decisions = Array.from({ length: 1_000 }, () => runtime.decide(toolCall()));
  await turns();
  await hand.answer("a", { ...deny, usage });
  const sources = new Map<string, number>();
  for (const { effect, trace } of await Promise.all(decisions)) {
    expect(effect).toBe("deny");
    const source = trace[0]?.source ?? "";
    sources.set(source, (sources.get(source) ?? 0) + 1);
    // Only who asked has paid.
    expect(trace[0]?.usage).toEqual(source === "judge" ? usage : undefined);
  }
  expect(Object.fromEntries(sources)).toEqual({ judge: 1, flight: 999 });
  expect(hand.asked).toEqual(["a"]);
  const again = await runtime.decide(toolCall());
  expect(again.trace).toMatchObject([{ source: "cache", verdict: "deny" }]);
  expect(again.trace[0]).not.toHaveProperty("usage");
  expect(runtime.stats()).toMatchObject({ hits: 1, joins: 999, calls: { judge: 1 } });
});

describe("which questions are equal", () => {
  const base = {
    id: "a",
    events: ["before_tool_call"],
    handler: { kind: "judge", prompt: "p", timeoutMs: 100, cache: "global" },
  } as const;
  const event = toolCall("x", { note: 1 });
  const rows: [string, object, object, object, boolean][] = [
    ["the same", {}, {}, event, true],
    ["another policy with the same body", {}, { id: "b" }, event, true],
    ["another timeout", {}, { handler: { ...base.handler, timeoutMs: 200 } }, event, true],
    ["another body", {}, { handler: { ...base.handler, prompt: "q" } }, event, false],
    ["another model", {}, { handler: { ...base.handler, model: "m/1" } }, event, false],
    [
      "the default model by name",
      { defaultModel: "m/1" },
      { handler: { ...base.handler, model: "m/1" } },
      event,
      true,
    ],
    ["another event", {}, { events: ["after_tool_call"] }, { ...event, event: "after_tool_call" }, false],
    ["another context", {}, {}, toolCall("x", { note: 2 }), false],
    [
      "keys in another order",
      {},
      {},
      { note: 1, params: { command: "x" }, toolName: "exec", event: "before_tool_call" },
      true,
    ],
  ];
  test.each(rows)("%s", async (_name, options, change, other, equal) => {
    let calls = 0;
    const cache = createVerdictCache();
    const judge: HandlerFunction = async () => (calls++, approve);
    const first = createRuntime({ policies: setOf(base), handlers: { judge }, cache, ...options });
    const second = createRuntime({
      policies: setOf({ ...base, ...change }),
      handlers: { judge },
      cache,
      ...options,
    });
    await first.decide(event);
    await second.decide(other);
    expect(calls).toBe(equal ? 1 : 2);
  });

  test.each([
    ["one session asks, others are answered", { params: { command: "x" } }, 1],
    ["where it has none of it, the whole event counts", { params: { path: "x" } }, 3],
  ])("with the paths of a prompt's placeholders, %s", async (_what, call, expected) => {
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, approve);
    const policies = setOf({
      ...base,
      handler: { ...base.handler, cache: "global", uses: ["params.command"], usesFrom: "prompt" },
    });
    const runtime = createRuntime({ policies, handlers: { judge }, cache: createVerdictCache() });
    for (const sessionKey of ["a", "b", "c"]) await runtime.decide({ ...toolCall("x"), ...call, sessionKey });
    expect(calls).toBe(expected);
  });

  test("with `uses`, what it does not name does not matter", async () => {
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, approve);
    const policies = setOf({ ...base, handler: { ...base.handler, uses: ["params.command"] } });
    const runtime = createRuntime({ policies, handlers: { judge }, cache: createVerdictCache() });
    for (const call of [toolCall("x", { note: 1 }), toolCall("x", { note: 2 }), toolCall("y")])
      await runtime.decide(call);
    expect(calls).toBe(2);
  });
});

describe("what is not kept", () => {
  test.each<[string, Verdict | undefined]>([
    ["failures", { kind: "failure", code: "rate-limited", message: "later" }],
    ["nonsense", undefined],
  ])("%s", async (_name, says) => {
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, calls === 1 ? (says as Verdict) : approve);
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "global" })),
      handlers: { judge },
      cache: createVerdictCache(),
    });
    expect([(await runtime.decide(toolCall())).effect, (await runtime.decide(toolCall())).effect]).toEqual([
      "deny",
      "abstain",
    ]);
  });

  test("scope `none`", async () => {
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, approve);
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "none" })),
      handlers: { judge },
      cache: createVerdictCache(),
    });
    await Promise.all([runtime.decide(toolCall()), runtime.decide(toolCall())]);
    expect(calls).toBe(2);
  });

  test("commands and functions", async () => {
    let calls = 0;
    const policies = setOf({
      id: "f",
      events: ["before_tool_call"],
      handler: { kind: "function", name: "f", timeoutMs: 100 },
    });
    const runtime = createRuntime({
      policies,
      handlers: { function: async () => (calls++, approve) },
      cache: createVerdictCache(),
    });
    for (let i = 0; i < 2; i++) await runtime.decide(toolCall());
    expect(calls).toBe(2);
  });
});

describe("a verdict that is kept", () => {
  test("is found without a timer, and is traced and counted", async () => {
    vi.useFakeTimers();
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "session" })),
      handlers: { judge: async () => ({ ...deny, usage }) },
      cache: createVerdictCache(),
    });
    await runtime.decide(toolCall());
    const decision = runtime.decide(toolCall());
    expect(vi.getTimerCount()).toBe(0);
    expect(await decision).toMatchObject({ effect: "deny", trace: [{ verdict: "deny", source: "cache" }] });
    expect(runtime.stats()).toMatchObject({
      decisions: 2,
      deciding: 0,
      hits: 1,
      joins: 0,
      calls: { judge: 1 },
    });
    vi.useRealTimers();
  });

  test("does not answer a decision that was aborted before it began", async () => {
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "session" })),
      handlers: { judge: async () => approve },
      cache: createVerdictCache(),
    });
    await runtime.decide(toolCall());
    const { trace } = await runtime.decide(toolCall(), { signal: AbortSignal.abort() });
    expect(trace).toMatchObject([{ failure: { code: "aborted" } }]);
  });

  test("stands beside verdicts that have to be asked, in the order of the policies", async () => {
    const cache = createVerdictCache();
    const ask = async (...ids: string[]) =>
      createRuntime({
        policies: setOf(...ids.map((id, order) => judged(id, { order, cache: "global" }))),
        handlers: { judge: async ({ policy }) => ({ kind: "warn", reason: policy }) },
        cache,
      }).decide(toolCall());
    await ask("b", "d");
    const { trace } = await ask("a", "b", "c", "d", "e");
    expect(trace.map(({ policy, source }) => `${policy} ${source}`)).toEqual([
      "a judge",
      "b cache",
      "c judge",
      "d cache",
      "e judge",
    ]);
  });

  test("by a cache whose look fails costs time, not the answer", async () => {
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "global" })),
      handlers: { judge: async () => deny },
      cache: {
        ...createVerdictCache(),
        kept: () => {
          throw new Error("down");
        },
      },
    });
    expect((await runtime.decide(toolCall())).effect).toBe("deny");
    expect((await runtime.decide(toolCall())).trace).toMatchObject([{ verdict: "deny", source: "cache" }]);
  });
});

describe("a cache that breaks costs time, not answers", () => {
  const working = createVerdictCache();
  const broken: [string, VerdictCache["ask"]][] = [
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("down"))],
    [
      "rejects after it has asked",
      async (_question, compute) => {
        await compute(new AbortController().signal);
        throw new Error("down");
      },
    ],
  ];
  test.each(broken)("one that %s", async (_name, ask) => {
    let calls = 0;
    const judge: HandlerFunction = async () => (calls++, deny);
    const notices: string[] = [];
    const runtime = createRuntime({
      policies: setOf(judged("a", { cache: "global", onFailure: "ignore" })),
      handlers: { judge },
      cache: { ...working, ask },
      onNotice: ({ code }) => notices.push(code),
    });
    expect((await runtime.decide(toolCall())).effect).toBe("deny");
    expect((await runtime.decide(toolCall())).effect).toBe("deny");
    expect([calls, notices]).toEqual([2, ["cache-failed"]]);
  });

  test("one that hangs before it asks: a failure at the policy's timeout", async () => {
    vi.useFakeTimers();
    const cache: VerdictCache = { ...working, ask: () => new Promise(() => undefined) };
    const decision = createRuntime({
      policies: setOf(judged("a", { cache: "global", timeoutMs: 5_000 })),
      handlers: { judge: async () => approve },
      cache,
    }).decide(toolCall());
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await decision).trace).toMatchObject([{ failure: { code: "timeout" }, ms: 5_000 }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("one that hangs after it has asked: the answer all the same", async () => {
    vi.useFakeTimers();
    const cache: VerdictCache = {
      ...working,
      ask: async (_question, compute) => {
        await compute(new AbortController().signal);
        return new Promise(() => undefined);
      },
    };
    const decision = createRuntime({
      policies: setOf(judged("a", { cache: "global", timeoutMs: 5_000 })),
      handlers: { judge: async () => deny },
      cache,
    }).decide(toolCall());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await decision).toMatchObject({ effect: "deny", reason: "no", trace: [{ verdict: "deny" }] });
    vi.useRealTimers();
  });
});

test("who joins a question that waits in the queue waits with it, however short its own timeout is", async () => {
  vi.useFakeTimers();
  const hand = byHand();
  const runtime = createRuntime({
    policies: setOf(judged("a", { cache: "global", timeoutMs: 1_000 })),
    handlers: { judge: hand.handler },
    cache: createVerdictCache(),
    maxConcurrentEvals: 1,
  });
  // Three hang for a second each, before it is the turn of `x`.
  for (const n of [1, 2, 3]) void runtime.decide(toolCall(`hang ${n}`));
  const asking = runtime.decide(toolCall("x"));
  await turns();
  const joining = runtime.decide(toolCall("x"));
  await vi.advanceTimersByTimeAsync(3_500);
  await hand.answer("a", approve);
  expect((await asking).trace).toMatchObject([{ verdict: "approve", source: "judge" }]);
  expect((await joining).trace).toMatchObject([{ verdict: "approve", source: "flight" }]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe("the time of a policy, with a cache", () => {
  const policies = setOf(judged("a", { cache: "session", timeoutMs: 1_000 }));

  test("stands still in the queue for who joined, also when the session was cleared meanwhile", async () => {
    vi.useFakeTimers();
    const hand = byHand();
    const cache = createVerdictCache();
    const runtime = createRuntime({
      policies,
      handlers: { judge: hand.handler },
      cache,
      maxConcurrentEvals: 1,
    });
    for (const n of [1, 2, 3]) void runtime.decide(toolCall(`hang ${n}`));
    const asking = runtime.decide(toolCall("x"));
    await turns();
    const joining = runtime.decide(toolCall("x"));
    await turns();
    await cache.clearSession(undefined);
    await vi.advanceTimersByTimeAsync(3_500);
    await hand.answer("a", approve);
    expect((await asking).trace).toMatchObject([{ verdict: "approve", source: "judge" }]);
    expect((await joining).trace).toMatchObject([{ verdict: "approve", source: "flight" }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("stands still for who joins a question of another runtime on the same cache", async () => {
    vi.useFakeTimers();
    const hand = byHand();
    const cache = createVerdictCache();
    const made = { policies, handlers: { judge: hand.handler }, cache, maxConcurrentEvals: 1 };
    const [one, other] = [createRuntime(made), createRuntime(made)];
    for (const n of [1, 2]) void one.decide(toolCall(`hang ${n}`));
    const asking = one.decide(toolCall("x"));
    await turns();
    const joining = other.decide(toolCall("x"));
    await vi.advanceTimersByTimeAsync(2_500);
    await hand.answer("a", approve);
    expect((await asking).trace).toMatchObject([{ verdict: "approve", source: "judge" }]);
    expect((await joining).trace).toMatchObject([{ verdict: "approve", source: "flight" }]);
    vi.useRealTimers();
  });

  test("stands still in the queue with a cache of another make, which tells nothing", async () => {
    vi.useFakeTimers();
    const hand = byHand();
    const ask: VerdictCache["ask"] = async (_question, compute) => ({
      verdict: await compute(new AbortController().signal),
      source: "fresh",
    });
    const runtime = createRuntime({
      policies,
      handlers: { judge: hand.handler },
      cache: { ...createVerdictCache(), ask },
      maxConcurrentEvals: 1,
    });
    void runtime.decide(toolCall("hang 1"));
    void runtime.decide(toolCall("hang 2"));
    const asking = runtime.decide(toolCall("x"));
    await vi.advanceTimersByTimeAsync(2_500);
    await hand.answer("a", approve);
    expect((await asking).trace).toMatchObject([{ verdict: "approve", source: "judge" }]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test("runs while another process asks, and while the store is slow, but not in between", async () => {
    vi.useFakeTimers();
    const memory = memoryStore();
    const slow = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    let claimMs = 900;
    const store: VerdictStore = {
      ...memory,
      claim: async (slot) => (await slow(claimMs), memory.claim(slot)),
      settle: async (...entry) => (await slow(900), memory.settle(...entry)),
      find: () => undefined,
    };
    const runtime = createRuntime({
      policies,
      handlers: { judge: async () => (await slow(900), deny) },
      cache: createVerdictCache({ store }),
    });
    const fresh = runtime.decide(toolCall());
    await vi.advanceTimersByTimeAsync(2_700);
    expect((await fresh).trace).toMatchObject([{ verdict: "deny", source: "judge", ms: 2_700 }]);
    claimMs = 1_100;
    const late = runtime.decide(toolCall("late"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await late).trace).toMatchObject([{ failure: { code: "timeout" }, ms: 1_000 }]);
    expect(vi.getTimerCount()).toBe(1);
    vi.useRealTimers();
  });
});

test("law: a cached run equals an uncached run with a deterministic judge", async () => {
  const kinds = ["approve", "warn", "ask", "deny", "allow", "failure"] as const;
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        command: fc.constantFrom("x", "y", "z"),
        sessionKey: fc.constantFrom("s", "t", undefined),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        event: fc.constantFrom("session_start", "session_end"),
        sessionKey: fc.constantFrom("s", "t", undefined),
      }),
    },
  );
  const policy = fc.record({
    cache: fc.constantFrom("none", "session", "global"),
    body: fc.constantFrom("p", "q"),
    shows: fc.constantFrom<Shows>(
      {},
      { uses: ["params.command"] },
      { uses: ["params.command"], usesFrom: "prompt" },
      { uses: ["params.path"], usesFrom: "prompt" },
    ),
  });
  await assertLaw(
    fc.asyncProperty(
      fc.array(policy, { minLength: 1, maxLength: 4 }),
      fc.array(step, { maxLength: 20 }),
      fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 7 }),
      async (list, steps, says) => {
        const policies = setOf(
          ...list.map(({ cache, body, shows }, order) => ({
            id: `p${order}`,
            order,
            events: ["before_tool_call", "session_start"],
            handler: { kind: "judge" as const, prompt: body, timeoutMs: 1_000, cache, ...shows },
          })),
        );
        const judge: HandlerFunction<"judge"> = async ({ handler, event }) => {
          const context = shownContext(handler, event);
          const kind =
            says[JSON.stringify([event.event, handler.prompt, context]).length % says.length] ?? "approve";
          return kind === "failure" ? { kind, code: "x", message: "" } : { kind, reason: handler.prompt };
        };
        const cached = createRuntime({ policies, handlers: { judge }, cache: createVerdictCache() });
        const plain = createRuntime({ policies, handlers: { judge } });
        for (const { sessionKey, ...rest } of steps) {
          const session = sessionKey === undefined ? {} : { sessionKey };
          const event = "event" in rest ? { event: rest.event, ...session } : toolCall(rest.command, session);
          const [one, other] = await Promise.all([cached.decide(event), plain.decide(event)]);
          expect(withoutCost(one)).toEqual(withoutCost(other));
        }
      },
    ),
    { quick: 300 },
  );
});

function withoutCost<D extends { readonly trace: readonly object[] }>(decision: D): object {
  return { ...decision, trace: decision.trace.map((entry) => ({ ...entry, ms: 0, source: "" })) };
}

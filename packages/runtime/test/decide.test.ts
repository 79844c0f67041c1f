import { type Decision, type PolicyDefinition, readEvent, type Verdict } from "@gatehouse-hooks/engine";
import { createRuntime, type HandlerFunction, type Notice } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approve, deny, judged, setOf, toolCall } from "./world.js";
import { assertLaw } from "../../../test/assert-law.js";

const never: HandlerFunction = () => new Promise(() => undefined);

describe("events", () => {
  test.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a text", "before_tool_call"],
    ["a list", [toolCall()]],
    ["without a name", { toolName: "exec" }],
    ["with an empty name", { event: "" }],
    ["with a function", { event: "before_tool_call", params: { run: () => 1 } }],
    ["with an accessor", Object.defineProperty({ event: "x" }, "params", { get: () => 1, enumerable: true })],
    ["with a cycle", cycle()],
    ["behind a proxy", new Proxy({ event: "before_tool_call" }, {})],
    ["with a proxy inside", { event: "before_tool_call", params: new Proxy({}, {}) }],
    [
      "that throws when it is looked at",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("trap");
          },
        },
      ),
    ],
  ])("%s is denied", async (_name, event) => {
    const runtime = createRuntime({ policies: setOf() });
    const decision = await runtime.decide(event);
    expect(decision).toMatchObject({ effect: "deny", policy: null, trace: [] });
    expect(decision.reason).toMatch(/^invalid event: /);
  });

  test("one that no policy waits for is nobody's business", async () => {
    const runtime = createRuntime({ policies: setOf(judged("a")) });
    expect((await runtime.decide({ event: "after_tool_call" })).effect).toBe("abstain");
  });
});

function cycle(): object {
  const one: Record<string, unknown> = { event: "before_tool_call" };
  one["self"] = one;
  return one;
}

describe("what goes wrong is a failure of its policy", () => {
  const thrown =
    (error: unknown): HandlerFunction =>
    () => {
      throw error as Error;
    };
  const answers =
    (value: unknown): HandlerFunction =>
    async () =>
      value as Verdict;
  test.each<[string, HandlerFunction | undefined, string]>([
    ["no handler", undefined, "judge-unavailable"],
    ["a throw", thrown(new Error("broken")), "handler-failed"],
    ["a throw of nothing", thrown(undefined), "handler-failed"],
    ["a rejection", () => Promise.reject(new Error("broken")), "handler-failed"],
    [
      "an error whose message throws",
      thrown(
        Object.defineProperty(new Error(), "message", {
          get: () => {
            throw new Error();
          },
        }),
      ),
      "handler-failed",
    ],
    ["no answer in time", never, "timeout"],
    ["undefined", answers(undefined), "bad-verdict"],
    ["a text", answers("approve"), "bad-verdict"],
    ["an unknown kind", answers({ kind: "yes", reason: "" }), "bad-verdict"],
    ["an inherited kind", answers(Object.create(approve)), "bad-verdict"],
    ["no reason", answers({ kind: "approve" }), "bad-verdict"],
    ["a reason that is no text", answers({ kind: "approve", reason: 1 }), "bad-verdict"],
    [
      "an accessor",
      answers({
        get kind() {
          return "approve";
        },
        reason: "",
      }),
      "bad-verdict",
    ],
    ["a context that is no list", answers({ kind: "approve", reason: "", context: "c" }), "bad-verdict"],
    [
      "a rewrite that is no object",
      answers({ kind: "approve", reason: "", updatedInput: [] }),
      "bad-verdict",
    ],
    [
      "a failure of its own",
      answers({ kind: "failure", code: "rate-limited", message: "later" }),
      "rate-limited",
    ],
    ["a failure without a code", answers({ kind: "failure", message: "later" }), "bad-verdict"],
  ])("%s", async (_name, judge, code) => {
    const policies = setOf(judged("a", { timeoutMs: 20 }));
    const runtime = createRuntime({ policies, handlers: judge === undefined ? {} : { judge } });
    const decision = await runtime.decide(toolCall());
    expect(decision).toMatchObject({ effect: "deny", policy: "a" });
    expect(decision.trace).toMatchObject([
      { verdict: "failure", failure: { code, onFailure: "deny" }, source: "judge" },
    ]);
    expect(runtime.stats()).toMatchObject({ failures: 1, decisions: 1, deciding: 0, running: 0, waiting: 0 });
  });

  test("and `onFailure` says what it means", async () => {
    const policies = setOf(
      judged("ignored", { onFailure: "ignore" }),
      judged("warned", { onFailure: "warn" }),
      judged("asked", { onFailure: "ask" }),
    );
    const decision = await createRuntime({ policies }).decide(toolCall());
    expect(decision).toMatchObject({ effect: "ask", policy: "asked", warnings: [{ policy: "warned" }] });
  });

  test("no answer that is not exactly a verdict becomes an approval or an allow", async () => {
    const kind = fc.oneof(fc.constantFrom("approve", "allow", "Approve", "deny", "warn"), fc.anything());
    const value = fc.oneof(
      fc.anything({
        withNullPrototype: true,
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSparseArray: true,
      }),
      fc.record(
        { kind, reason: fc.anything(), context: fc.anything(), updatedInput: fc.anything() },
        { requiredKeys: [] },
      ),
    );
    await assertLaw(
      fc.asyncProperty(value, async (given) => {
        const runtime = createRuntime({ policies: setOf(judged("a")), handlers: { judge: answers(given) } });
        const { effect, trace } = await runtime.decide(toolCall());
        const isVerdict = ["approve", "allow", "warn"].includes(trace[0]?.verdict ?? "");
        expect(effect === "deny" || isVerdict || trace[0]?.verdict === "ask").toBe(true);
        if (isVerdict) {
          const { kind: k, reason } = given as { kind: unknown; reason: unknown };
          expect([k, typeof reason]).toEqual([trace[0]?.verdict, "string"]);
        }
      }),
    );
  });

  test("a deny with an endless reason stays a deny", async () => {
    const judge = answers({ kind: "deny", reason: "😀".repeat(100_000) });
    const decision = await createRuntime({
      policies: setOf(judged("a", { onFailure: "ignore" })),
      handlers: { judge },
    }).decide(toolCall());
    expect(decision.effect).toBe("deny");
    expect(decision.reason.length).toBeLessThanOrEqual(16_384);
    expect(/\p{Surrogate}/u.test(decision.reason)).toBe(false);
  });

  test("a judge cannot rewrite, and neither can a function that may not", async () => {
    const rewriting: HandlerFunction = async () =>
      ({ ...approve, updatedInput: { command: "evil" } }) as Verdict;
    const policies = setOf(judged("a"), {
      id: "b",
      events: ["before_tool_call"],
      handler: { kind: "function", name: "f", timeoutMs: 100, mayRewrite: false },
    });
    const decision = await createRuntime({
      policies,
      handlers: { judge: rewriting, function: rewriting },
    }).decide(toolCall());
    expect(decision).not.toHaveProperty("updatedInput");
    expect(decision.trace.map((entry) => entry.verdict)).toEqual(["approve", "approve"]);
  });
});

describe("handlers", () => {
  const named = (kind: "builtin" | "function", name: string): PolicyDefinition => ({
    id: name,
    events: ["before_tool_call"],
    handler: { kind, name, timeoutMs: 100 },
  });

  test("are found by kind and by their own name", async () => {
    const runtime = createRuntime({
      policies: setOf(named("function", "known"), named("builtin", "any")),
      handlers: {
        function: { known: async () => ({ kind: "ask", reason: "by name" }) },
        builtin: async ({ handler }) => ({ kind: "warn", reason: handler.name }),
      },
    });
    expect(await runtime.decide(toolCall())).toMatchObject({
      effect: "ask",
      reason: "by name",
      warnings: [{ policy: "any", reason: "any" }],
    });
    expect(runtime.stats().calls).toEqual({ judge: 0, command: 0, builtin: 1, function: 1 });
  });

  test.each(["unknown", "toString", "constructor", "__proto__"])(
    "the name `%s` is not found",
    async (name) => {
      const runtime = createRuntime({
        policies: setOf(named("function", name)),
        handlers: { function: { known: async () => approve } },
      });
      const { effect, trace } = await runtime.decide(toolCall());
      expect([effect, trace[0]?.failure?.code]).toEqual(["deny", "function-unavailable"]);
    },
  );

  test("a missing kind is said once", async () => {
    const notices: Notice[] = [];
    const runtime = createRuntime({
      policies: setOf(judged("a"), judged("b"), named("function", "f")),
      onNotice: (notice) => {
        notices.push(notice);
        throw new Error("the log is full");
      },
    });
    for (let i = 0; i < 3; i++) await runtime.decide(toolCall());
    expect(notices.map((notice) => notice.code)).toEqual(["judge-unavailable"]);
    const other = createRuntime({
      policies: setOf(named("function", "f")),
      onNotice: (notice) => notices.push(notice),
    });
    await other.decide(toolCall());
    expect(notices.map((notice) => notice.code)).toEqual(["judge-unavailable", "function-unavailable"]);
  });

  test("see the event as the policies before them left it", async () => {
    const policies = setOf(
      {
        id: "set",
        events: ["before_tool_call"],
        priority: 200,
        handler: { kind: "static", verdict: "approve", reason: "", updatedInput: { command: "ls -l" } },
      },
      judged("look"),
    );
    const seen: unknown[] = [];
    const runtime = createRuntime({
      policies,
      handlers: {
        judge: async ({ event }) => {
          seen.push(event["params"]);
          return approve;
        },
      },
    });
    expect(await runtime.decide(toolCall("ls"))).toMatchObject({ updatedInput: { command: "ls -l" } });
    expect(JSON.stringify(seen)).toBe('[{"command":"ls -l"}]');
  });

  test("may ask the runtime themselves, as deep as they like", async () => {
    const runtime = createRuntime({
      policies: setOf(named("function", "f")),
      maxConcurrentEvals: 1,
      handlers: {
        function: async ({ event }): Promise<Verdict> => {
          const depth = Number((event["params"] as { command: string }).command);
          if (depth === 0) return deny;
          return { kind: "warn", reason: (await runtime.decide(toolCall(String(depth - 1)))).effect };
        },
      },
    });
    expect(await runtime.decide(toolCall("10"))).toMatchObject({
      effect: "abstain",
      warnings: [{ reason: "abstain" }],
    });
  });
});

describe("the record", () => {
  test("says where a verdict came from, how long it took by the clock, and what it cost", async () => {
    let now = 100;
    const judge: HandlerFunction = async () => {
      now += 12.5;
      return { kind: "warn", reason: "hm", usage: { inputTokens: 10, outputTokens: 2 }, ms: 99_999 };
    };
    const runtime = createRuntime({ policies: setOf(judged("a")), handlers: { judge }, clock: () => now });
    expect((await runtime.decide(toolCall())).trace).toMatchObject([
      {
        policy: "a",
        verdict: "warn",
        source: "judge",
        ms: 12.5,
        usage: { inputTokens: 10, outputTokens: 2 },
      },
    ]);
  });

  test("never holds a negative time, also when the clock goes back", async () => {
    let now = 0;
    const runtime = createRuntime({
      policies: setOf(judged("a")),
      handlers: { judge: async () => approve },
      clock: () => (now -= 50),
    });
    expect((await runtime.decide(toolCall())).trace[0]?.ms).toBe(0);
  });

  test("is plain JSON", async () => {
    const runtime = createRuntime({
      policies: setOf(judged("a"), judged("b")),
      handlers: { judge: async () => approve },
    });
    const decision: Decision = await runtime.decide(toolCall());
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
    expect(readEvent({ event: "decision", decision }).kind).toBe("event");
  });
});

describe("options", () => {
  test.each([0, -1, 1.5, 101, Number.NaN, "3" as unknown as number])(
    "maxConcurrentEvals %s is refused",
    (maxConcurrentEvals) => {
      expect(() => createRuntime({ policies: setOf(), maxConcurrentEvals })).toThrow(TypeError);
    },
  );
});

describe("close", () => {
  test("ends what is being asked, waits for the decisions, and denies from then on", async () => {
    let signal: AbortSignal | undefined;
    const judge: HandlerFunction = (_need, context) => {
      ({ signal } = context);
      return new Promise(() => undefined);
    };
    const runtime = createRuntime({ policies: setOf(judged("a")), handlers: { judge } });
    const pending = runtime.decide(toolCall());
    await new Promise((resolve) => setTimeout(resolve, 5));
    let decided = false;
    void pending.then(() => (decided = true));
    await runtime.close();
    expect([decided, signal?.aborted]).toEqual([true, true]);
    expect((await pending).trace[0]?.failure?.code).toBe("closed");
    expect(await runtime.decide(toolCall())).toMatchObject({
      effect: "deny",
      reason: "the runtime is closed",
    });
  });
});

import { hash } from "node:crypto";
import { compilePolicies, type PolicyDefinition, type Verdict } from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import { createRuntime, type HandlerFunction } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approve, byHand, deny, judged, setOf, toolCall, turns } from "./world.js";
import { assertLaw } from "../../../test/assert-law.js";

test("a thousand events at once: every question is asked, three at a time", async () => {
  let running = 0;
  let most = 0;
  const asked = new Set<unknown>();
  const judge: HandlerFunction = async ({ event }) => {
    most = Math.max(most, ++running);
    asked.add((event["params"] as { command: string }).command);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return approve;
  };
  const runtime = createRuntime({ policies: setOf(judged("a")), handlers: { judge }, maxConcurrentEvals: 3 });
  const decisions = await Promise.all(
    Array.from({ length: 1_000 }, (_, i) => runtime.decide(toolCall(`${i}`))),
  );
  expect([most, asked.size]).toEqual([3, 1_000]);
  expect(
    decisions.every(({ effect, trace }) => effect === "abstain" && trace[0]?.verdict === "approve"),
  ).toBe(true);
  expect(runtime.stats()).toMatchObject({ failures: 0, waiting: 0, running: 0, calls: { judge: 1_000 } });
});

test("more than may wait is a failure of its own, said at once", async () => {
  const hand = byHand();
  const runtime = createRuntime({
    policies: setOf(judged("a")),
    handlers: { judge: hand.handler },
    maxConcurrentEvals: 1,
    maxWaiting: 2,
  });
  const decisions = Array.from({ length: 4 }, (_, i) => runtime.decide(toolCall(`${i}`)));
  expect(await decisions[3]).toMatchObject({ effect: "deny", trace: [{ failure: { code: "overloaded" } }] });
  expect(runtime.stats()).toMatchObject({ running: 1, waiting: 2 });
  for (let i = 0; i < 3; i++) await hand.answer("a", approve);
  expect((await Promise.all(decisions)).map(({ effect }) => effect)).toEqual([
    "abstain",
    "abstain",
    "abstain",
    "deny",
  ]);
});

describe("asking ahead", () => {
  const five = setOf(...["a", "b", "c", "d", "e"].map((id, order) => judged(id, { order })));

  test("up to the limit, in order of evaluation, and on as answers come", async () => {
    const hand = byHand();
    const decision = createRuntime({
      policies: five,
      handlers: { judge: hand.handler },
      lookahead: true,
    }).decide(toolCall());
    await turns();
    expect(hand.open()).toEqual(["a", "b", "c"]);
    await hand.answer("b", approve);
    expect(hand.open()).toEqual(["a", "c", "d"]);
    for (const id of ["d", "a", "c", "e"]) await hand.answer(id, { kind: "warn", reason: id });
    expect((await decision).warnings.map(({ policy }) => policy)).toEqual(["a", "c", "d", "e"]);
    expect(hand.cancelled).toEqual([]);
  });

  test("a deny cancels what it makes needless, and only that", async () => {
    const hand = byHand();
    const decision = createRuntime({
      policies: five,
      handlers: { judge: hand.handler },
      maxConcurrentEvals: 5,
      lookahead: true,
    }).decide(toolCall());
    await turns();
    await hand.answer("c", deny);
    expect(hand.cancelled).toEqual(["d", "e"]);
    expect(hand.open()).toEqual(["a", "b"]);
    await hand.answer("b", { kind: "warn", reason: "b" });
    await hand.answer("a", approve);
    expect(await decision).toMatchObject({ effect: "deny", policy: "c", warnings: [{ policy: "b" }] });
    expect(hand.asked).toEqual(["a", "b", "c", "d", "e"]);
  });

  test.each([
    ["without it, whatever the limit", { maxConcurrentEvals: 5 }],
    ["with a limit of one", { maxConcurrentEvals: 1, lookahead: true }],
  ])("%s, one at a time: nobody is asked after a deny", async (_when, options) => {
    const hand = byHand();
    const decision = createRuntime({
      policies: five,
      handlers: { judge: hand.handler },
      ...options,
    }).decide(toolCall());
    await turns();
    await hand.answer("a", approve);
    await hand.answer("b", deny);
    expect([(await decision).policy, hand.asked]).toEqual(["b", ["a", "b"]]);
  });

  test("a command waits until it is certain; one that runs in any case does not", async () => {
    const command = (id: string, order: number, alwaysRuns: boolean): PolicyDefinition => ({
      id,
      order,
      events: ["after_tool_call"],
      alwaysRuns,
      handler: { kind: "command", command: "true", timeoutMs: 1_000, mayRewrite: false },
    });
    const policies = setOf(
      judged("first", { events: ["after_tool_call"], order: 0 }),
      command("sometimes", 1, false),
      command("always", 2, true),
      judged("last", { events: ["after_tool_call"], order: 3 }),
    );
    const hand = byHand();
    const decision = createRuntime({
      policies,
      handlers: { judge: hand.handler, command: hand.handler },
      lookahead: true,
    }).decide({ event: "after_tool_call" });
    await turns();
    expect(hand.open()).toEqual(["first", "always", "last"]);
    await hand.answer("first", deny);
    expect(hand.cancelled).toEqual(["last"]);
    await hand.answer("always", approve);
    expect([(await decision).policy, hand.asked]).toEqual(["first", ["first", "always", "last"]]);
  });
});

test("what may be asked ahead is known without reading a whole store", async () => {
  const command = (id: string, event: string): PolicyDefinition => ({
    id,
    events: [event],
    alwaysRuns: true,
    handler: { kind: "command", command: "true", timeoutMs: 1_000, mayRewrite: false },
  });
  const options = { hash: (text: string): string => hash("sha256", text), writer: "tests 1" };
  const text = storePolicySet(
    compilePolicies([
      command("a", "after_tool_call"),
      command("b", "after_tool_call"),
      ...Array.from({ length: 500 }, (_, i) => command(`other-${i}`, "prompt")),
    ]),
    options,
  );
  let read = 0;
  const store = openPolicyStore(
    {
      read: (offset, length) => {
        const part = text.slice(offset, offset + length);
        read += part.length;
        return part;
      },
    },
    options,
  );
  if (store.kind !== "opened") throw new Error(store.issue.message);
  const hand = byHand();
  const decision = createRuntime({
    policies: store.stored.set,
    handlers: { command: hand.handler },
  }).decide({ event: "after_tool_call" });
  await turns();
  expect(hand.open()).toEqual(["a", "b"]);
  await hand.answer("a", approve);
  await hand.answer("b", approve);
  await decision;
  expect(read).toBeLessThan(text.length / 2);
});

describe("who goes first", () => {
  test("what is needed goes before what is asked ahead, and what becomes needed moves up", async () => {
    const two = setOf(judged("a", { order: 0 }), judged("b", { order: 1 }));
    const open = new Map<string, () => void>();
    const order: string[] = [];
    const judge: HandlerFunction = ({ policy, event }) => {
      const id = `${(event["params"] as { command: string }).command}${policy}`;
      order.push(id);
      return new Promise((resolve) => open.set(id, () => resolve(approve)));
    };
    const runtime = createRuntime({
      policies: two,
      handlers: { judge },
      maxConcurrentEvals: 2,
      lookahead: true,
    });
    const decide = async (...commands: readonly string[]): Promise<void> => {
      for (const command of commands) void runtime.decide(toolCall(command));
      await turns();
    };
    const answer = async (...ids: readonly string[]): Promise<void> => {
      for (const id of ids) {
        open.get(id)?.();
        await turns();
      }
    };
    await decide("1");
    await decide("2", "3");
    // The first takes both places: one for what it needs, one ahead.
    expect(order).toEqual(["1a", "1b"]);
    await answer("1a", "1b");
    expect(order).toEqual(["1a", "1b", "2a", "3a"]);
    // 2b takes the place of 3a, and 3b is needed from now on: before 4a, which comes later.
    await answer("3a");
    await decide("4");
    await answer("2a", "2b", "3b", "4a");
    expect(order).toEqual(["1a", "1b", "2a", "3a", "2b", "3b", "4a", "4b"]);
  });

  test("commands do not wait for judges, and functions wait for nobody", async () => {
    const of = (kind: "command" | "function", id: string): PolicyDefinition => ({
      id,
      events: [id],
      handler:
        kind === "command"
          ? { kind, command: "true", timeoutMs: 1_000 }
          : { kind, name: "f", timeoutMs: 1_000 },
    });
    const policies = setOf(judged("j"), of("command", "session_start"), of("function", "session_end"));
    const hand = byHand();
    const runtime = createRuntime({
      policies,
      handlers: { judge: hand.handler, command: hand.handler, function: hand.handler },
      maxConcurrentEvals: 1,
    });
    for (const event of ["before_tool_call", "session_start", "session_end", "session_end"]) {
      void runtime.decide({ event, toolName: "exec", params: {} });
    }
    await turns();
    expect(hand.asked.toSorted()).toEqual(["j", "session_end", "session_end", "session_start"]);
  });
});

test("under any load no question starves and no limit is passed", async () => {
  const load = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    events: fc.array(fc.record({ at: fc.nat(20), aborts: fc.option(fc.nat(20), { nil: undefined }) }), {
      minLength: 1,
      maxLength: 25,
    }),
    says: fc.array(fc.constantFrom<Verdict["kind"]>("approve", "deny", "failure"), {
      minLength: 1,
      maxLength: 5,
    }),
  });
  await assertLaw(
    fc.asyncProperty(
      load,
      fc.boolean(),
      fc.scheduler(),
      async ({ limit, events, says }, lookahead, scheduler) => {
        let running = 0;
        let most = 0;
        let n = 0;
        const judge: HandlerFunction = async ({ policy }, { signal }) => {
          most = Math.max(most, ++running);
          // A question that is cancelled gives its place back at that moment, before its handler stops.
          signal.addEventListener("abort", () => running--);
          const kind = says[n++ % says.length] ?? "approve";
          await scheduler.schedule(Promise.resolve(), policy);
          if (!signal.aborted) running--;
          return kind === "failure" ? { kind, code: "x", message: "" } : { kind, reason: "" };
        };
        const policies = setOf(
          ...["a", "b", "c"].map((id, order) => judged(id, { order, timeoutMs: 60_000 })),
        );
        const runtime = createRuntime({
          policies,
          handlers: { judge },
          maxConcurrentEvals: limit,
          lookahead,
        });
        const decisions = events.map(async ({ aborts }, i) => {
          const controller = new AbortController();
          if (aborts !== undefined) void scheduler.schedule(Promise.resolve()).then(() => controller.abort());
          return runtime.decide(toolCall(`${i}`), { signal: controller.signal });
        });
        await scheduler.waitFor(Promise.all(decisions));
        expect(most).toBeLessThanOrEqual(limit);
        expect(runtime.stats()).toMatchObject({ deciding: 0, waiting: 0, decisions: events.length });
      },
    ),
    { quick: 200 },
  );
});

// Names and values that are wrong are refused in words, with the hook and the cure: in JavaScript nothing else tells.
import {
  bindHooks,
  gateVerdict,
  llmEvaluate,
  llmGate,
  llmNudge,
  on,
  Prompt,
  promptCheck,
  scriptedEvaluator,
  Signal,
  Tool,
} from "@gatehouse-hooks/hooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { modelThat, world } from "./hook-world.js";

/** As a JavaScript file calls them: nothing is checked by a compiler. */
const gate = llmGate as unknown as (...given: readonly unknown[]) => ReturnType<typeof llmGate>;
const nudge = llmNudge as unknown as typeof gate;
const own = on as unknown as typeof gate;

describe("a gate", () => {
  test.each<readonly [given: object, message: string]>([
    [{ max_fires: 5 }, "hook `g`: unknown option `max_fires`; did you mean `maxFires`?"],
    [{ skip_if: [Tool("Bash")] }, "hook `g`: unknown option `skip_if`; did you mean `skipIf`?"],
    [{ only_if: [Tool("Bash")] }, "hook `g`: unknown option `only_if`; did you mean `onlyIf`?"],
    [{ max_context: 5 }, "hook `g`: unknown option `max_context`; did you mean `maxContext`?"],
    [{ signal: [] }, "hook `g`: unknown option `signal`; did you mean `signals`?"],
    [{ transcripts: true }, "hook `g`: unknown option `transcripts`; did you mean `transcript`?"],
    [
      { model: "tiny" },
      "expected `model` to be `small`, `medium`, `large`, or a model as `provider/model`, got `tiny`",
    ],
    [{ model: "smal" }, "did you mean `small`?"],
    [
      { specialty: "nonsense" },
      "expected `specialty` to be `review`, `debugging`, `general`, got `nonsense`",
    ],
    [
      { message: 5 },
      "expected `message` to be a string that is not empty, or a function of the verdict, got 5",
    ],
    [{ message: undefined }, "hook `g`: it has no `message`, which is what the agent is told"],
    [
      { tests: {} },
      "expected `tests` to be a list of pairs, such as [[Input({ … }), Block()]], got an object",
    ],
    [{ events: [] }, "expected `events` to be the name of an event or a list of them"],
    [{ events: 5 }, "expected `events` to be the name of an event or a list of them"],
    [{ skipIf: Tool("Bash") }, "expected `skipIf` to be a list of conditions"],
    [{ onlyIf: ["Bash"] }, "expected `onlyIf` to be a list of conditions"],
    [{ signals: "impossible" }, "expected `signals` to be a list of signals"],
    [{ signals: ["impossible"] }, "expected `signals` to be a list of signals"],
    [{ maxFires: 0 }, "expected `maxFires` to be a whole number of at least 1, or null, got 0"],
    [{ agent: "yes" }, "expected `agent` to be true or false, got `yes`"],
    [{ when: true }, "expected `when` to be a function, got true"],
    [{ onFailure: "block" }, "expected `onFailure` to be `deny`, `ask`, `warn`, `ignore`, got `block`"],
    [{ onePerTurn: true }, "hook `g`: unknown option `onePerTurn`"],
    [{ schema: gateVerdict }, "`schema` and `verdict` belong together"],
  ])("%o", (given, message) => {
    expect(() => gate("q", { id: "g", message: "m", ...given })).toThrow(message);
  });

  test("without a name is called by its question", () => {
    expect(() => gate("Is the agent making excuses?", { message: "m", max_fires: 1 })).toThrow(
      '`llmGate("Is the agent making excuses?"…)`: unknown option `max_fires`',
    );
    expect(() => gate(5, { message: "m" })).toThrow(
      "`llmGate`: expected its question, a string or a `Prompt()`, got 5",
    );
    expect(() => gate("q")).toThrow("expected an object with options, got undefined");
  });

  test("takes one event by its name, and a question that was built", async () => {
    const { evaluator, prompts } = modelThat({ block: true, reasoning: "no" });
    const question = Prompt().system("Is it dangerous?").context("rule", "never force");
    const made = llmGate(question, { events: "PreToolUse", message: "m", agent: false });
    expect(made.policy.events).toEqual(["PreToolUse"]);
    expect((await world([made], { evaluator })({ event: "PreToolUse" })).effect).toBe("deny");
    expect(prompts[0]).toMatch(/^Is it dangerous\?\n\n<rule>\n<data-/);
  });
});

test("whatever is given, what is thrown is in words of ours", () => {
  const names = [
    "events",
    "onlyIf",
    "signals",
    "maxFires",
    "tests",
    "message",
    "model",
    "when",
    "timeoutMs",
    "schema",
  ];
  assertLaw(
    fc.property(
      fc.constantFrom(gate, nudge, own),
      fc.anything(),
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom("id", "message", ...names), fc.anything())),
      fc.anything(),
      (make, first, options, handler) => {
        try {
          make(first, options, handler);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect((error as TypeError).message).toMatch(/^(?:hook |a hook made by |`llm(?:Gate|Nudge))/);
        }
      },
    ),
  );
});

describe("inside a handler", () => {
  const decide = async (
    run: Parameters<typeof on>[2],
    event = "PreToolUse",
    answers: readonly unknown[] = [{}],
  ) => {
    const { evaluator } = modelThat(...(answers as never[]));
    return await world([on(event, { id: "h" }, run)], { evaluator })({ event });
  };

  test.each<readonly [name: string, run: Parameters<typeof on>[2], message: string]>([
    [
      "llmEvaluate",
      async (context) => {
        await llmEvaluate(context, "q", gateVerdict, { max_context: 5 } as never);
        return undefined;
      },
      "`llmEvaluate` in the hook `h`: unknown option `max_context`; did you mean `maxContext`?",
    ],
    [
      "promptCheck",
      (context) => promptCheck(context, { template: "t", prefix: "p", include_reasoning: true } as never),
      "`promptCheck` in the hook `h`: unknown option `include_reasoning`; did you mean `includeReasoning`?",
    ],
    [
      "promptCheck without options",
      (context) => promptCheck(context, undefined as never),
      "`promptCheck` in the hook `h`: expected an object with options, got undefined",
    ],
    [
      "a template without a prefix",
      (context) => promptCheck(context, { template: "t" } as never),
      "`promptCheck` in the hook `h`: it has no `prefix`",
    ],
  ])("%s: a failure, which denies", async (_, run, message) => {
    const { effect, trace } = await decide(run);
    expect([effect, trace[0]?.reason.includes(message)]).toEqual(["deny", true]);
  });

  test("a failure of the model that the handler does not look at denies what gates, and nothing else", async () => {
    const looksAway: Parameters<typeof on>[2] = async (context) => {
      const verdict = await llmEvaluate(context, "Dangerous?", gateVerdict);
      if (verdict.kind !== "answer" || !verdict.value.block) return undefined;
      return { kind: "deny", reason: verdict.value.reasoning };
    };
    const nonsense = [{ maybe: true }];
    expect((await decide(looksAway, "PreToolUse", nonsense)).effect).toBe("deny");
    expect((await decide(looksAway, "PostToolUse", nonsense)).effect).toBe("abstain");
    expect((await decide(looksAway, "PreToolUse", [{ block: false, reasoning: "fine" }])).effect).toBe(
      "abstain",
    );
    const allows: Parameters<typeof on>[2] = async (context) => {
      await promptCheck(context, { template: "Fine?", prefix: "p" });
      return { kind: "allow", reason: "whatever" };
    };
    expect((await decide(allows, "PreToolUse", nonsense)).effect).toBe("deny");
    const knows: Parameters<typeof on>[2] = async (context) => {
      await llmEvaluate(context, "Dangerous?", gateVerdict, { mayFail: true });
      return undefined;
    };
    expect((await decide(knows, "PreToolUse", nonsense)).effect).toBe("abstain");
  });

  test("a check that may take longer than its hook is told", async () => {
    const told: string[] = [];
    const evaluator = scriptedEvaluator([{ answer: { action: "ok", reason: "r" } }]);
    const hook = on("PostToolUse", { id: "h" }, (context) =>
      promptCheck(context, { template: "t", prefix: "p", timeoutMs: 90_000 }),
    );
    await world([hook], { evaluator, onNotice: ({ code }) => told.push(code) })({ event: "PostToolUse" });
    expect(told).toEqual(["timeout-cut"]);
  });
});

test("of nudges with `onePerTurn` one speaks in a turn; gates and other nudges are not silenced", async () => {
  const { evaluator, prompts } = modelThat({ fire: true, block: true, reasoning: "r" });
  const named = (id: string, more: object = {}) =>
    llmNudge(`q ${id}`, { id, message: id, agent: false, signals: [Signal("x")], ...more });
  const hooks = [
    named("a", { onePerTurn: true }),
    named("b", { onePerTurn: true }),
    named("c"),
    llmGate("q", { id: "gate", message: "gate", events: ["PostToolUse"], agent: false }),
  ];
  const decide = world(hooks, { evaluator });
  const transcript = [
    { role: "user", text: "go" },
    { role: "assistant", text: "x" },
  ];
  const { warnings, policy } = await decide({ event: "PostToolUse", transcript });
  expect([warnings.map((one) => one.policy), policy, prompts.length]).toEqual([["a", "c"], "gate", 3]);
});

test("what reaches nobody is taken back: the same fires again", async () => {
  const { evaluator } = modelThat({ fire: true, reasoning: "r" });
  const fires: (() => Promise<void>)[] = [];
  const hook = llmNudge("q", { id: "n", message: "m", maxFires: 1, agent: false, signals: [Signal("x")] });
  const decide = world([hook], { evaluator, onFire: ({ takeBack }) => fires.push(takeBack) });
  const event = { event: "PostToolUse", transcript: [{ role: "assistant", text: "x" }] };
  const warns = async (): Promise<number> => (await decide(event)).warnings.length;
  expect([await warns(), await warns()]).toEqual([1, 0]);
  for (const takeBack of fires) await takeBack();
  expect([await warns(), await warns()]).toEqual([1, 0]);
  expect(bindHooks([hook], { evaluator }).policies).toHaveLength(1);
});

// What hooks may be told, and what they say when it has no effect.
import type { JsonObject } from "@gatehouse-hooks/json";
import { VOCABULARY } from "@gatehouse-hooks/hosts";
import {
  compileSignals,
  createEvaluator,
  eventText,
  fileOf,
  gateVerdict,
  type Hook,
  type HookEnvironment,
  type HookNotice,
  inputText,
  llmEvaluate,
  llmGate,
  llmNudge,
  NlpSignal,
  on,
  Signal,
  Signals,
  toolInput,
} from "@gatehouse-hooks/hooks";
import { citeMessage } from "../src/compile-signals.js";
import { textIn } from "../src/event-fields.js";
import { createJudge, modelProblem } from "@gatehouse-hooks/judge";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { modelThat, said, world } from "./hook-world.js";

const blocks = { block: true, fire: true, reasoning: "  it blames a service\n" };

async function run(
  hook: Hook,
  { event = { event: "Stop" }, ...more }: Partial<HookEnvironment> & { readonly event?: JsonObject } = {},
) {
  const notices: HookNotice[] = [];
  const { evaluator, prompts, calls } = modelThat(blocks);
  const decide = world([hook], { evaluator, onNotice: (notice) => notices.push(notice), ...more });
  return { decision: await decide(event), notices, prompts, calls };
}

describe("a message that cannot be made keeps the block (C9)", () => {
  test.each<readonly [name: string, message: () => string, problem: string]>([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
      "broken",
    ],
    [
      "throws no error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- callers do
        throw "odd";
      },
      "odd",
    ],
    ["gives nothing", () => undefined as never, "it gave no text"],
    ["gives a number", () => 5 as never, "it gave no text"],
    ["gives blanks", () => " \n ", "it gave no text"],
  ])("%s", async (_, message, problem) => {
    for (const event of ["Stop", "PreToolUse"]) {
      const gate = llmGate("q", { id: "g", message, events: [event] });
      const { decision, notices } = await run(gate, { event: { event } });
      expect(decision).toMatchObject({ effect: "deny", reason: "it blames a service", warnings: [] });
      expect(notices).toEqual([
        {
          code: "message-failed",
          hook: "g",
          message: `the message of the verdict cannot be made, the model's own reasoning is shown: ${problem}`,
        },
      ]);
    }
    const { decision } = await run(llmNudge("q", { message }), { event: { event: "PostToolUse" } });
    expect(decision.warnings).toMatchObject([{ reason: "it blames a service" }]);
  });

  test("with a verdict of another shape: its reason or explanation, or that there is none", async () => {
    const message = () => "";
    const verdict = () => true;
    const reasonFor = async (answer: JsonObject) => {
      const schema = z.looseObject({});
      const { evaluator } = modelThat(answer);
      return (await run(llmGate("q", { schema, verdict, message }), { evaluator })).decision.reason;
    };
    expect(await reasonFor({ reason: "a", explanation: "b" })).toBe("a");
    expect(await reasonFor({ reasoning: " ", explanation: "b" })).toBe("b");
    expect(await reasonFor({ reasoning: 5 })).toBe("the model objects, and gave no reason");
    const { evaluator } = modelThat("text");
    const gate = llmGate("q", { schema: z.string(), verdict, message });
    expect((await run(gate, { evaluator })).decision.warnings).toHaveLength(1);
  });

  test("a message that can be made is shown, dedented, without a word", async () => {
    const gate = llmGate("q", { message: ({ reasoning }) => `\n  no:\n    ${reasoning.trim()}` });
    const { decision, notices } = await run(gate);
    expect([decision.reason, notices]).toEqual(["no:\n  it blames a service", []]);
  });
});

test("what a failure means by default is what the engine's table of events says", () => {
  const failing = (event: string) => on(event, { id: "h" }, () => undefined).policy.onFailure;
  for (const { name, gates } of VOCABULARY.events)
    expect([name, failing(name)]).toEqual([name, gates ? "deny" : "warn"]);
  expect(failing("something-new")).toBe("deny");
  expect(VOCABULARY.events.length).toBeGreaterThan(50);
});

describe("what has no effect is said (C11)", () => {
  test("`agent` without a root", async () => {
    const told = {
      code: "no-tools",
      hook: "g",
      message: "`agent` is true, and the model gets no tools: give the environment a `root`",
    };
    const gate = (agent?: boolean) =>
      llmGate("q", { id: "g", message: "m", ...(agent === undefined ? {} : { agent }) });
    expect((await run(gate(true))).notices).toEqual([told]);
    expect((await run(gate())).notices).toEqual([]);
    expect((await run(gate(false))).notices).toEqual([]);
    const withRoot = await run(gate(true), { root: "/" });
    expect([withRoot.notices, withRoot.calls[0]?.tools?.length]).toEqual([[], 3]);
    expect((await run(gate(false), { root: "/" })).calls[0]?.tools).toBeUndefined();
    const hook = on("Stop", { id: "g" }, async (context) => {
      await llmEvaluate(context, "q", gateVerdict, { agent: true });
      return undefined;
    });
    expect((await run(hook)).notices).toEqual([told]);
  });

  test("a rewrite of `on`", async () => {
    const hook = on("PreToolUse", { id: "h" }, () => ({
      kind: "approve",
      reason: "",
      updatedInput: { command: "ls" },
    }));
    const { decision, notices } = await run(hook, {
      event: { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm" } },
    });
    expect(decision.updatedInput).toBeUndefined();
    expect(notices).toEqual([
      {
        code: "cannot-rewrite",
        hook: "h",
        message: "a hook without `mayRewrite` cannot rewrite the input: its `updatedInput` is left out",
      },
    ]);
  });
});

describe("signals without a model (C11)", () => {
  const guess = Signals({ patterns: [Signal("probably", 2), Signal("tested", -1)], threshold: 1 });
  const cite = (
    signals: Parameters<typeof compileSignals>[0] | ReturnType<typeof compileSignals>,
    event = "Stop",
  ) =>
    on(event, { id: "h", signals }, ({ triggers = [] }) => ({
      kind: "deny",
      reason: citeMessage("Read it.", triggers),
    }));
  test("the handler runs where they add up, and knows what triggered it", async () => {
    for (const signals of [guess, compileSignals(guess)]) {
      const heard = await run(cite(signals), { transcript: () => said("fine\nit probably works\nyes") });
      expect(heard.decision.reason).toBe("Read it.\n\nTriggered by: it probably works");
      expect(heard.prompts).toEqual([]);
    }
    expect((await run(cite(guess), { transcript: () => said("works") })).decision.effect).toBe("abstain");
    const none = on("Stop", { id: "h" }, ({ triggers }) => ({
      kind: "deny",
      reason: JSON.stringify(triggers),
    }));
    expect((await run(none)).decision.reason).toBe("[]");
  });

  test("conditions come first; a text is used up once", async () => {
    const skipped = on("Stop", { id: "h", signals: guess, onlyIf: [() => false] }, () => {
      throw new Error("not to be run");
    });
    expect((await run(skipped, { transcript: () => said("probably") })).decision.effect).toBe("abstain");
    const { evaluator } = modelThat(null);
    const decide = world([cite(guess)], { evaluator, transcript: () => said("probably") });
    expect([(await decide({ event: "Stop" })).effect, (await decide({ event: "Stop" })).effect]).toEqual([
      "deny",
      "abstain",
    ]);
  });

  test("those that cannot be looked for count where an action is gated", async () => {
    const unheard = [NlpSignal([{ noun: ["test"], verb: ["skip"] }])];
    const transcript = () => said("I skip it");
    const at = async (event: string) => run(cite(unheard, event), { transcript, event: { event } });
    expect((await at("PreToolUse")).decision.effect).toBe("deny");
    expect((await at("Stop")).decision.effect).toBe("abstain");
    expect((await at("Stop")).notices).toMatchObject([{ code: "signal-unavailable", hook: "h" }]);
  });

  test("a pattern that is none is refused where the hook is made", () => {
    expect(() =>
      on("Stop", { id: "h", signals: [{ ...Signal("a"), pattern: "(" }] }, () => undefined),
    ).toThrow(TypeError);
  });
});

describe("a verdict of the caller's own shape (C11)", () => {
  const schema = z.object({ why: z.string(), risk: z.enum(["low", "high"]) });
  const options = {
    schema,
    verdict: ({ risk }: z.infer<typeof schema>) => risk === "high",
    message: ({ why }: z.infer<typeof schema>) => `Too risky: ${why}`,
  };
  test("a gate and a nudge fire when their `verdict` says so", async () => {
    const high = modelThat({ why: "it deletes", risk: "high" });
    const low = modelThat({ why: "it reads", risk: "low" });
    const { evaluator } = high;
    expect((await run(llmGate("q", options), { evaluator })).decision).toMatchObject({
      effect: "deny",
      reason: "Too risky: it deletes",
    });
    expect(JSON.stringify(high.calls[0])).toContain("risk");
    expect((await run(llmGate("q", options), { evaluator: low.evaluator })).decision.effect).toBe("abstain");
    const nudged = await run(llmNudge("q", options), { evaluator, event: { event: "PostToolUse" } });
    expect(nudged.decision).toMatchObject({
      effect: "abstain",
      warnings: [{ reason: "Too risky: it deletes" }],
    });
  });

  test("defaults are those of a gate and a nudge; an answer of another shape is a failure", async () => {
    expect(llmGate("q", options)).toMatchObject({
      maxFires: 1,
      policy: { events: ["Stop", "SubagentStop"] },
    });
    expect(llmGate("q", { ...options, events: ["PreToolUse"] }).maxFires).toBe(null);
    expect(llmNudge("q", options)).toMatchObject({
      maxFires: 3,
      advisory: true,
      policy: { events: ["PostToolUse"], onFailure: "warn" },
    });
    expect(llmNudge("q", { ...options, events: ["PreToolUse"] }).maxFires).toBe(null);
    expect(llmNudge("q", { message: "m", events: ["PreToolUse"] }).maxFires).toBe(null);
    expect(llmGate("q", options).advisory).toBeUndefined();
    const { decision } = await run(llmGate("q", { ...options, events: ["PreToolUse"] }), {
      event: { event: "PreToolUse" },
    });
    expect(decision).toMatchObject({ effect: "deny", trace: [{ failure: { code: "bad-reply" } }] });
  });
});

test("the fields of an event under the names of several agents (C11)", () => {
  const event = {
    event: "PreToolUse",
    tool_name: "Edit",
    tool_input: { file_path: "a.ts", old: 1 },
    session_id: "s",
  };
  expect(eventText(event, "toolName")).toBe("Edit");
  expect(eventText(event, "session")).toBe("s");
  expect(eventText({ ...event, sessionKey: "t" }, "session")).toBe("t");
  expect(eventText(event, "mode")).toBeUndefined();
  expect(fileOf(toolInput(event))).toBe("a.ts");
  expect(inputText(event, "file_path")).toBe("a.ts");
  expect(inputText(event, "old")).toBeUndefined();
  expect(textIn({ b: "2", c: "3" }, "a", "b", "c")).toBe("2");
  expect(toolInput({ tool_input: "text" })).toEqual({});
});

describe("models by default, and names that cannot be called (C7, N11)", () => {
  const question = { system: "", prompt: "p", schema: {}, timeoutMs: 500 };
  const problems = (options: Parameters<typeof createJudge>[0]): readonly string[] => {
    const said: string[] = [];
    createJudge({ ...options, onNotice: ({ code, message }) => said.push(`${code}: ${message}`) });
    return said;
  };

  test("sizes that are not configured are the default model", async () => {
    const env = { OPENAI_BASE_URL: "not an address", OPENAI_API_KEY: "k" };
    const address = "the base URL of `openai` is not an http or https address";
    for (const model of ["small", "medium", "large", undefined]) {
      const named = model === undefined ? {} : { model };
      const reply = await createEvaluator({ model: "openai/x", env }).ask({ ...question, ...named });
      expect(reply).toMatchObject({ code: "judge-unavailable", message: address });
    }
    expect(modelProblem("small", { model: "openai/x", sizes: { small: "w/m" } })).toContain(
      "unknown provider",
    );
    expect(modelProblem("small", { model: "large", sizes: { large: "w/m" } })).toContain("unknown provider");
    expect(modelProblem("small", { model: "large" })).toBe(
      "no model of the size `small` is configured: set `sizes`",
    );
    expect(modelProblem("small", { model: "small" })).toContain("no model of the size `small`");
  });

  test("a custom provider is told the size that was asked for", async () => {
    const models: string[] = [];
    const custom = (_: string, { model }: { readonly model: string }) => {
      models.push(model);
      return "x";
    };
    await createEvaluator({ custom, model: "a/b" }).ask({ ...question, model: "small" });
    await createEvaluator({ custom, sizes: { small: "c/d" } }).ask({ ...question, model: "small" });
    expect(models).toEqual(["small", "c/d"]);
    expect(problems({ custom: () => "x", model: "anything" })).toEqual([]);
  });

  test.each([
    ["claude-sonnet", ": did you mean `anthropic/claude-sonnet`?"],
    ["gpt-5", ": did you mean `openai/gpt-5`?"],
    ["o3-mini", ": did you mean `openai/o3-mini`?"],
    ["haiku", ""],
    ["x".repeat(200), ""],
  ])("a name without a provider is said before any question: %s", (model, cure) => {
    const shown = model.length > 80 ? `${"x".repeat(80)}…` : model;
    const told = `judge-unavailable: expected a model as \`provider/model\`, found \`${shown}\`${cure}`;
    expect(problems({ model })).toEqual([told]);
    expect(problems({ model: "ollama/x", sizes: { small: model } })).toEqual([told]);
    expect(problems({ model, sizes: { small: model, large: model } })).toEqual([told]);
    const said: string[] = [];
    createEvaluator({ model, onNotice: ({ message }) => said.push(message) });
    expect(said).toHaveLength(1);
  });

  test("what can be called is not mentioned; no model at all is said when one is asked for", () => {
    expect(problems({ model: "ollama/x" })).toEqual([]);
    expect(problems({})).toEqual([]);
    expect(modelProblem(undefined)).toBe("no model is configured: set `model` to `provider/model`");
    expect(modelProblem("ollama/x")).toBeUndefined();
    expect(modelProblem("claude-x")).toContain("did you mean `anthropic/claude-x`?");
    expect(modelProblem("any", { custom: () => "x" })).toBeUndefined();
    expect(problems({ model: "anthropic/x", env: {} })).toEqual([
      "judge-unavailable: no key for `anthropic`: set ANTHROPIC_API_KEY",
    ]);
  });
});

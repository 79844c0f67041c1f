// A denied action stays denied, however often it is tried, whatever the hook counts.
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import {
  fileHookStates,
  gateVerdict,
  type Hook,
  type HookContext,
  type HookEnvironment,
  type HookNotice,
  llmEvaluate,
  llmGate,
  llmNudge,
  memoryHookStates,
  on,
  promptCheck,
  Signal,
  Signals,
  type TranscriptRecord,
} from "@gatehouse-hooks/hooks";
import { messageHash } from "../src/compile-signals.js";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

import { modelThat, record, world } from "./hook-world.js";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-retries-"));
afterAll(() => rmSync(folder, { recursive: true }));

const events = ["PreToolUse"];
const signals = [Signal("secret")];
const evaluate =
  (options: Parameters<typeof llmEvaluate>[3]) =>
  async (context: HookContext): Promise<{ kind: "deny"; reason: string } | undefined> => {
    const evaluation = await llmEvaluate(context, "risky?", gateVerdict, options);
    if (evaluation.kind === "failure") throw new Error(evaluation.message);
    return evaluation.kind === "answer" && evaluation.value.block
      ? { kind: "deny", reason: evaluation.value.reasoning }
      : undefined;
  };
const check = (context: HookContext) => promptCheck(context, { template: "risky?", prefix: "no" });

const denying: Readonly<Record<string, (id: string) => Hook>> = {
  llmGate: (id) => llmGate("risky?", { id, message: "no", events }),
  "llmGate with signals": (id) => llmGate("risky?", { id, message: "no", events, signals }),
  "llmGate with signals over a window": (id) =>
    llmGate("risky?", {
      id,
      message: "no",
      events,
      signals: Signals({ patterns: signals, threshold: 1, scope: "window" }),
    }),
  "llmGate with maxFires": (id) => llmGate("risky?", { id, message: "no", events, maxFires: 1 }),
  "llmGate with maxFires and signals": (id) =>
    llmGate("risky?", { id, message: "no", events, maxFires: 2, signals }),
  "llmGate on other events, too": (id) =>
    llmGate("risky?", { id, message: "no", events: ["Stop", "PreToolUse"], maxFires: 1, signals }),
  "llmGate with its own verdict": (id) =>
    llmGate("risky?", {
      id,
      events,
      maxFires: 1,
      signals,
      schema: gateVerdict,
      verdict: ({ block }) => block,
      message: "no",
    }),
  "llmEvaluate in on": (id) => on(events, { id }, evaluate({})),
  "llmEvaluate in on, once a turn": (id) => on(events, { id }, evaluate({ everyTime: false })),
  "llmEvaluate in on with signals": (id) => on(events, { id }, evaluate({ signals })),
  "llmEvaluate in on with maxFires": (id) => on(events, { id, maxFires: 1 }, evaluate({ signals })),
  promptCheck: (id) => on(events, { id }, check),
  "promptCheck with maxFires": (id) => on(events, { id, maxFires: 1 }, check),
  "on with signals of its own": (id) =>
    on(events, { id, maxFires: 1, signals }, () => ({ kind: "deny", reason: "no" })),
  "on that asks": (id) => on(events, { id, maxFires: 1, signals }, () => ({ kind: "ask", reason: "sure?" })),
};

const blocks = { block: true, fire: true, action: "block", reasoning: "no", reason: "no" };
const cat: JsonObject = { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "cat .env" } };
const rm: JsonObject = { event: "PreToolUse", tool_name: "Bash", tool_input: { command: "rm -rf ." } };

/** Decisions on events in turn: `null` is a turn of the user, a number a new process. */
async function effects(
  hook: () => Hook,
  steps: readonly (JsonObject | null | "restart")[],
  answers: readonly JsonValue[] = [blocks],
  states: () => NonNullable<HookEnvironment["states"]> = memoryHookStates,
): Promise<readonly string[]> {
  const records: TranscriptRecord[] = [record("user", "go"), record("assistant", "I read the secret")];
  const { evaluator } = modelThat(...answers);
  const open = (kept: NonNullable<HookEnvironment["states"]>) =>
    world([hook()], {
      evaluator,
      states: kept,
      transcript: () => ({ records: [...records], subagents: [] }),
    });
  let decide = open(states());
  const out: string[] = [];
  for (const step of steps) {
    if (step === "restart") decide = open(states());
    else if (step === null) records.push(record("user", "go on"), record("assistant", "again"));
    else {
      const { effect, warnings } = await decide(step);
      out.push(warnings.length > 0 ? "warn" : effect);
      // What an agent does after a deny: the call and its result stand in the conversation, without a text.
      records.push(record("assistant", "", [{ name: "Bash", input: {} }]), record("user", ""));
    }
  }
  return out;
}

describe.each(Object.entries(denying))("a retry of a denied action does not pass (C1): %s", (name, make) => {
  const hook = () => make("gate");
  const denied = name === "on that asks" ? "ask" : "deny";
  test("the same action three times in one turn", async () => {
    expect(await effects(hook, [cat, cat, cat])).toEqual([denied, denied, denied]);
  });
  test("another action in the turn, the first one again, and in later turns", async () => {
    expect(await effects(hook, [cat, rm, cat, null, cat, null, rm])).toEqual(Array(5).fill(denied));
  });
  test("a changed input is another attempt", async () => {
    const changed = { ...cat, tool_input: { command: "cat ./.env" } };
    expect(await effects(hook, [cat, changed, cat])).toEqual([denied, denied, denied]);
  });
  test("in a subagent, and in another session", async () => {
    const sub = { ...cat, agent_id: "a1", session_id: "s1" };
    const other = { ...cat, session_id: "s2" };
    expect(await effects(hook, [cat, sub, other, sub, other])).toEqual(Array(5).fill(denied));
  });
  test("in another process with the same state", async () => {
    const path = join(folder, name.replaceAll(/\W/g, "-"));
    const steps = [cat, "restart", cat, cat, "restart", null, cat] as const;
    expect(await effects(hook, steps, [blocks], () => fileHookStates(path))).toEqual(Array(4).fill(denied));
  });
  test("with a state that says that everything is used up", async () => {
    const spent: NonNullable<HookEnvironment["states"]> = {
      read: () =>
        Promise.resolve({ fires: 99, firedAt: 2, deniedAt: 2, consumed: [messageHash("I read the secret")] }),
      update: () => Promise.resolve(false),
    };
    expect(await effects(hook, [cat, cat], [blocks], () => spent)).toEqual([denied, denied]);
  });
});

describe("what a limit still limits (C1)", () => {
  test("a model that changes its mind is asked each time", async () => {
    const fine = { block: false, reasoning: "fine" };
    const gate = () => llmGate("risky?", { message: "no", events, signals });
    expect(await effects(gate, [cat, cat, cat], [blocks, fine, blocks])).toEqual(["deny", "abstain", "deny"]);
  });

  test("a nudge at a gating event speaks at every attempt, as often as its author says", async () => {
    const nudge = (more: object) => () => llmNudge("guess?", { message: "look", events, signals, ...more });
    expect(await effects(nudge({}), [cat, cat, cat, cat, cat])).toEqual(Array(5).fill("warn"));
    expect(await effects(nudge({ maxFires: 2 }), [cat, cat, cat])).toEqual(["warn", "warn", "abstain"]);
  });

  test("what a hook says or allows at a gating event counts; a deny between does not use it up", async () => {
    let verdict: "warn" | "deny" | "allow" = "warn";
    const hook = () => on(events, { id: "h", maxFires: 1 }, () => ({ kind: verdict, reason: "r" }));
    const { evaluator } = modelThat(null);
    const decide = world([hook()], { evaluator });
    const once = async (kind: typeof verdict) => {
      verdict = kind;
      const { effect, warnings } = await decide(cat);
      return warnings.length > 0 ? "warn" : effect;
    };
    expect([await once("deny"), await once("allow"), await once("allow"), await once("warn")]).toEqual([
      "deny",
      "allow",
      "abstain",
      "abstain",
    ]);
    expect(await once("deny")).toBe("deny");
  });

  test.each(["allow", "warn", "deny", "ask"] as const)(
    "where nothing can be counted, `%s` speaks unless it lets through",
    async (kind) => {
      const fails = () => Promise.reject(new Error("no disk"));
      const { evaluator } = modelThat(null);
      const notices: string[] = [];
      const environment = {
        evaluator,
        states: { read: fails, update: fails },
        onNotice: ({ code }: HookNotice) => notices.push(code),
      };
      const decide = world(
        [on(events, { id: "h", maxFires: 5 }, () => ({ kind, reason: "r" }))],
        environment,
      );
      const { effect, warnings } = await decide(cat);
      expect([effect, warnings.length]).toEqual(
        { allow: ["abstain", 0], warn: ["abstain", 1], deny: ["deny", 0], ask: ["ask", 0] }[kind],
      );
      expect(notices).toContain("state-failed");
      const free = world([on(events, { id: "h" }, () => ({ kind, reason: "r" }))], environment);
      if (kind === "allow") expect((await free(cat)).effect).toBe("allow");
    },
  );

  test("at Stop a gate denies once a turn, also when it guards actions, and says so", async () => {
    const stop = { event: "Stop" };
    const gate = () => llmGate("risky?", { message: "no", events: ["Stop", "PreToolUse"] });
    expect(await effects(gate, [stop, stop, cat, stop, null, stop])).toEqual([
      "deny",
      "abstain",
      "deny",
      "abstain",
      "deny",
    ]);
    const { evaluator } = modelThat(blocks);
    const decide = world([gate()], { evaluator });
    await decide({ event: "Stop", transcript: ["x"] });
    const again = await decide({ event: "Stop", transcript: ["x"] });
    expect(again.trace[0]?.reason).toBe("no model was asked: already denied this turn");
  });

  test("`skipped` tells a deny of this turn from a warning", async () => {
    const why: string[] = [];
    let kind: "deny" | "ask" | "warn" = "warn";
    const hook = on("Stop", { id: "h" }, async (context) => {
      const evaluation = await llmEvaluate(context, "q", gateVerdict);
      if (evaluation.kind === "skipped") why.push(evaluation.why);
      return evaluation.kind === "answer" ? { kind, reason: "r" } : undefined;
    });
    const { evaluator } = modelThat(blocks);
    for (const one of ["warn", "deny", "ask"] as const) {
      kind = one;
      const decide = world([hook], { evaluator });
      for (let at = 0; at < 2; at++) await decide({ event: "Stop", transcript: ["x"] });
    }
    // A warning after a deny of an earlier turn is a warning.
    const decide = world([hook], { evaluator });
    const said = (text: string) => ({ role: "user", text });
    kind = "deny";
    await decide({ event: "Stop", transcript: [said("a"), "x"] });
    kind = "warn";
    const next = { event: "Stop", transcript: [said("a"), "x", said("b"), "y"] };
    await decide(next);
    await decide(next);
    expect(why).toEqual([
      "fired-this-turn",
      "already-denied-this-turn",
      "already-denied-this-turn",
      "fired-this-turn",
    ]);
  });

  test("an author's limit on a gate of actions is said to repeat, no other limit is", () => {
    const noticesOf = (hook: Hook): readonly HookNotice[] => {
      const notices: HookNotice[] = [];
      const { evaluator } = modelThat(null);
      world([hook], { evaluator, onNotice: (notice) => notices.push(notice) });
      return notices;
    };
    expect(noticesOf(llmGate("q", { id: "g", message: "m", events, maxFires: 1 }))).toEqual([
      {
        code: "limit-repeats",
        hook: "g",
        message: "`maxFires` 1 does not limit denies of an action: each attempt is judged, and denied again",
      },
    ]);
    for (const hook of [
      llmGate("q", { message: "m", events }),
      llmGate("q", { message: "m" }),
      llmNudge("q", { message: "m", events, maxFires: 1 }),
      on("Stop", { id: "x", maxFires: 1 }, () => undefined),
    ]) {
      expect(noticesOf(hook)).toEqual([]);
    }
  });
});

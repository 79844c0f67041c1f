// A command in which something was redacted is never approved on the strength of the judge alone.
import type { JsonObject } from "@gatehouse-hooks/json";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies, type Need } from "@gatehouse-hooks/engine";
import { dockerAgentPrompts } from "@gatehouse-hooks/hosts";
import { createJudge, judgeHandler, type JudgeOptions, withPromptLanguages } from "@gatehouse-hooks/judge";
import {
  gateVerdict,
  type HookNotice,
  llmEvaluate,
  llmGate,
  llmNudge,
  on,
  promptCheck,
} from "@gatehouse-hooks/hooks";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { describe, expect, test } from "vitest";

import { modelThat, said, world } from "../../hooks/test/hook-world.js";

const token = ["ghp", "q7Xz2Lm9Rt4Vb8Nc1Kd6Wf3Hs5Jp0Gy"].join("_");
const hidden = `deploy ${token}`;
const plain = "deploy --token /home/alice main";
const because = "a part of the action was hidden from the judge, as it looks like a secret; its answer was";

async function judged(
  decision: string,
  context: JsonObject,
  { gates, ...options }: JudgeOptions & { readonly gates?: boolean } = {},
) {
  const custom = () => JSON.stringify({ decision, reason: "r" });
  const judge = createJudge({ custom, ...options });
  const verdict = await judge.judge({
    body: "b",
    event: "e",
    context,
    timeoutMs: 2_000,
    ...(gates === undefined ? {} : { gates }),
  });
  return verdict.kind === "failure" ? verdict.code : `${verdict.kind}: ${verdict.reason}`;
}

describe("what was hidden is never approved on the strength of the judge alone (S9)", () => {
  test.each([
    ["approve", { params: { command: hidden } }, `ask: ${because} approve: r`],
    ["warn", { params: { command: hidden } }, `ask: ${because} warn: r`],
    ["ask", { params: { command: hidden } }, "ask: r"],
    ["deny", { params: { command: hidden } }, "deny: r"],
    ["approve", { params: { command: plain } }, "approve: r"],
    ["approve", { tool_input: { steps: [{ run: hidden }] } }, `ask: ${because} approve: r`],
    ["approve", { command: hidden }, `ask: ${because} approve: r`],
    ["approve", { params: { password: "main" } }, `ask: ${because} approve: r`],
    ["approve", { password: "main" }, `ask: ${because} approve: r`],
    ["approve", { params: { [token]: 1 } }, `ask: ${because} approve: r`],
    ["approve", { transcript: [hidden], messages: hidden, params: { command: "ls" } }, "approve: r"],
    ["approve", { params: { transcript: hidden } }, `ask: ${because} approve: r`],
  ])("%s of %j: %s", async (decision, context, verdict) => {
    expect(await judged(decision, context)).toBe(verdict);
  });

  test("contexts that are no objects", async () => {
    const custom = () => '{"decision":"approve","reason":"r"}';
    const ask = (context: never) =>
      createJudge({ custom }).judge({ body: "b", event: "e", context, timeoutMs: 2_000 });
    expect(await ask(hidden as never)).toMatchObject({ kind: "ask" });
    expect(await ask([hidden] as never)).toMatchObject({ kind: "ask" });
    expect(await ask(null as never)).toMatchObject({ kind: "approve" });
  });

  test("events that gate nothing, and judges that see all, approve", async () => {
    const context = { params: { command: hidden } };
    expect(await judged("approve", context, { gates: false })).toBe("approve: r");
    expect(await judged("approve", context, { gates: true })).toMatch(/^ask/);
    expect(await judged("approve", context)).toMatch(/^ask/);
    expect(await judged("approve", context, { redact: false })).toBe("approve: r");
    expect(await judged("approve", context, { decisions: ["approve", "deny"] })).toMatch(/^ask/);
  });

  test("also when the answer comes from the cache, in the session and across sessions", async () => {
    for (const cache of ["session", "global"] as const) {
      let calls = 0;
      const custom = () => {
        calls++;
        return '{"decision":"approve","reason":"fine"}';
      };
      const { set } = compilePolicies([
        {
          id: "p",
          events: ["before_tool_call"],
          handler: { kind: "judge", prompt: "b", timeoutMs: 2_000, cache, uses: ["params.command"] },
        },
      ]);
      const runtime = createRuntime({
        policies: set,
        handlers: { judge: judgeHandler(createJudge({ custom })) },
        cache: createVerdictCache(),
      });
      const decide = (command: string) =>
        runtime.decide({ event: "before_tool_call", toolName: "exec", sessionKey: "s", params: { command } });
      const first = await decide(hidden);
      const second = await decide(hidden);
      expect([first.effect, second.effect, calls]).toEqual(["ask", "ask", 1]);
      expect(second.reason).toBe(`${because} approve: fine`);
      expect((await decide(plain)).effect).toBe("abstain");
      await runtime.close();
    }
  });

  test("a model hook's allow asks the user; its ask and deny stay", async () => {
    const decided = async (decision: string, event: string, command: string) => {
      const options = { custom: () => JSON.stringify({ decision, reason: "r" }) };
      const handle = withPromptLanguages(
        judgeHandler(createJudge(options)),
        { "docker-agent": dockerAgentPrompts },
        options,
      );
      const need: Need = {
        id: "1",
        policy: "p",
        tier: "project",
        gates: true,
        handler: {
          kind: "judge",
          prompt: "{{ .ToolInput | toJSON }}",
          timeoutMs: 2_000,
          cache: "none",
          template: "docker-agent",
          schema: "pre_tool_use_decision",
        },
        event: { event, tool_name: "shell", tool_input: { cmd: command } },
      };
      return (await handle(need, { signal: new AbortController().signal })).kind;
    };
    expect(await decided("allow", "pre_tool_use", hidden)).toBe("ask");
    expect(await decided("allow", "pre_tool_use", plain)).toBe("allow");
    expect(await decided("deny", "pre_tool_use", hidden)).toBe("deny");
    expect(await decided("allow", "permission_request", hidden)).toBe("ask");
  });
});

describe("hooks that ask a model about what it cannot see (S9)", () => {
  const call = (command: string): JsonObject => ({
    event: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  });
  const fine = { block: false, fire: false, action: "ok", reasoning: "ok", reason: "ok" };
  const gate = llmGate("q", { message: "m", events: ["PreToolUse", "PostToolUse"] });
  const check = on("PreToolUse", { id: "c" }, (context) =>
    promptCheck(context, { template: "{x}", fmt: { x: JSON.stringify(context.event) }, prefix: "p" }),
  );
  const evaluate = (kind?: "approve" | "allow" | "warn" | "deny") =>
    on(["PreToolUse", "PostToolUse"], { id: "e" }, async (context) => {
      const evaluation = await llmEvaluate(context, "q", gateVerdict);
      if (evaluation.kind !== "answer") throw new Error("no answer");
      return kind === undefined ? undefined : { kind, reason: String(evaluation.isPartlyHidden) };
    });

  test.each([
    ["a gate", gate],
    ["a prompt check", check],
    ["a handler with nothing to say", evaluate()],
    ["a handler that approves", evaluate("approve")],
    ["a handler that allows", evaluate("allow")],
    ["a handler that warns", evaluate("warn")],
  ])("%s", async (_, hook) => {
    const decide = world([hook], { evaluator: modelThat(fine).evaluator, transcript: () => said(hidden) });
    const { effect, reason } = await decide(call(hidden));
    expect([effect, reason]).toEqual(["ask", expect.stringContaining(because)]);
    expect((await decide(call(plain))).effect).not.toBe("ask");
  });

  test("a deny stays a deny; events that gate nothing, nudges and judges that see all are not concerned", async () => {
    const { evaluator } = modelThat(fine);
    const effect = async (hook: typeof gate, event: JsonObject, more: object = {}) => {
      const decision = await world([hook], { evaluator, ...more })(event);
      return decision.effect;
    };
    expect(await effect(evaluate("deny"), call(hidden))).toBe("deny");
    expect(await effect(gate, { ...call(hidden), event: "PostToolUse" })).toBe("abstain");
    expect(await effect(evaluate(), { ...call(hidden), event: "PostToolUse" })).toBe("abstain");
    expect(await effect(gate, call(hidden), { redact: false })).toBe("abstain");
    expect(await effect(llmNudge("q", { message: "m", events: ["PreToolUse"] }), call(hidden))).toBe(
      "abstain",
    );
  });

  test("a warning of a nudge stays one, and no notice is given of what is as it should be", async () => {
    const notices: HookNotice[] = [];
    const { evaluator } = modelThat({ ...fine, fire: true });
    const nudge = llmNudge("q", { message: "m", events: ["PreToolUse"] });
    const decide = world([nudge], { evaluator, onNotice: (notice) => notices.push(notice) });
    expect(await decide(call(hidden))).toMatchObject({ effect: "abstain", warnings: [{ reason: "m" }] });
    expect(notices).toEqual([]);
  });
});

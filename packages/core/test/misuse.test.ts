import { expect, test } from "vitest";
import {
  applyRewrite,
  approve,
  createGatehouse,
  defineHandler,
  defineHost,
  definePolicies,
  definePolicy,
  gateCall,
  type GatehouseOptions,
  gateTool,
  toMessage,
} from "@gatehouse-hooks/core";
import { gateToolSet } from "@gatehouse-hooks/core/ai-sdk";

/** What a caller without types may write, and what the message must name. */
const OPTIONS: readonly (readonly [string, object, RegExp])[] = [
  ["policy", { policy: "a" }, /`policy`.*policies/],
  ["nothing", {}, /`policies` is missing/],
  ["onIssue", { policies: [], onIssue: "deny" }, /`onIssue`.*`onIssues`/],
  ["word", { policies: [], onIssues: "refuse" }, /`onIssues`.*deny, throw, report/],
  ["unknownEvents", { policies: [], unknownEvents: "allow" }, /`unknownEvents`.*abstain, deny/],
  ["onNotice", { policies: [], onNotice: true }, /`onNotice`.*function/],
  ["judge", { policies: [], judge: "anthropic/x" }, /`judge`.*`createJudge`/],
  ["a number", { policies: 7 }, /`policies`.*path/],
  ["an object", { policies: { file: "x" } }, /`policies`.*path/],
  ["a short key", { policies: [], approvals: { key: "a" } }, /key of at least 16 characters/],
  ["catch", { policies: [], cahce: false }, /`cahce`.*`cache`/],
];

test.each(OPTIONS)("createGatehouse: %s", async (_, options, message) => {
  await expect(createGatehouse(options as GatehouseOptions)).rejects.toThrow(message);
  await expect(createGatehouse(options as GatehouseOptions)).rejects.toBeInstanceOf(TypeError);
});

const BASE = { id: "p", events: "before_tool_call" };

const POLICIES: readonly (readonly [string, object, RegExp])[] = [
  ["event", { id: "p", event: "before_tool_call", deny: "x" }, /`event`.*`events`/],
  ["deney", { ...BASE, deney: "x" }, /`deney`.*`deny`/],
  ["verdict", { ...BASE, verdict: "deny" }, /`verdict`/],
  ["nothing to do", BASE, /nothing to do/],
  ["two answers", { ...BASE, deny: "x", ask: "y" }, /only one of/],
  ["condition", { ...BASE, deny: "x", when: "params.command ==" }, /condition|expect/i],
  ["method", { ...BASE, deny: "x", when: 'params.command.contains("x")' }, /contains/],
  ["regular expression", { ...BASE, deny: "x", when: 'params.command.matches("(")' }, /pattern|group|\(/],
  [
    "a parameter that no tool has",
    { ...BASE, deny: "x", when: "params.comand == 'x'" },
    /`params.comand`.*`params.command`/,
  ],
  ["a field that no event has", { ...BASE, deny: "x", when: "parms.command == 'x'" }, /`params.command`/],
  ["a list of facts", { ...BASE, deny: "x", when: "facts.delets.any(d, d.tree)" }, /`facts.deletes`/],
  ["a field of a fact", { ...BASE, deny: "x", when: "facts.deletes.any(d, d.pth == 'x')" }, /`d.path`/],
  ["a value of a field", { ...BASE, deny: "x", when: "tool.kind == 'shel'" }, /`"shell"`/],
  ["an escape of a pattern", { ...BASE, deny: "x", when: 'params.command.matches("rm\\b")' }, /backspace/],
  ["events", { id: "p", events: [], deny: "x" }, /events/],
  ["no id", { events: "before_tool_call", deny: "x" }, /id/],
  ["priority", { ...BASE, deny: "x", priority: "high" }, /whole number/],
  ["enabled", { ...BASE, deny: "x", enabled: "no" }, /true or false/],
  ["onFailure", { ...BASE, deny: "x", onFailure: "allow" }, /deny, ask, warn or ignore/],
  ["judge", { ...BASE, judge: { promt: "x" } }, /`promt`|prompt/],
  ["timeout", { ...BASE, judge: { prompt: "x", timeout: 1 } }, /100/],
  ["decide", { ...BASE, decide: "deny" }, /`decide`.*function/],
  ["timeout of nothing", { ...BASE, deny: "x", timeout: 5_000 }, /`timeout` is of `decide`/],
  ["kind", { ...BASE, kind: "bash", deny: "x" }, /`bash`.*shell/],
  ["tools", { ...BASE, tools: "^Bash$", deny: "x" }, /regular expression/],
];

test.each(POLICIES)("definePolicy: %s", (_, policy, message) => {
  const define = (): unknown => definePolicy(policy as Parameters<typeof definePolicy>[0]);
  expect(define).toThrow(TypeError);
  expect(define).toThrow(message);
});

test("a misspelt event is said", () => {
  expect(() => definePolicy<"before_tool_cal">({ id: "p", events: "before_tool_cal", deny: "x" })).toThrow(
    /before_tool_call/,
  );
});

test("handlers and hosts", () => {
  expect(() => defineHandler("", {}, () => "approve")).toThrow(/name/);
  expect(() => defineHandler("x", {}, "deny" as never)).toThrow(/function/);
  expect(() => defineHost({ name: "x" } as never)).toThrow(/`title`/);
  expect(() => defineHost({ name: "codex", title: "C" } as never)).toThrow(TypeError);
});

test("an answer is not used for what it is not", async () => {
  const gatehouse = await createGatehouse({
    policies: definePolicy({ id: "no", events: "before_tool_call", deny: "no" }),
  });
  const event = { event: "before_tool_call", toolName: "x", params: {} } as const;
  const decision = await gatehouse.decide(event);
  expect(() => approve(decision, event)).toThrow(/only an ask/);
  expect(() => applyRewrite({ a: 1 }, decision)).toThrow(/`deny`/);
  expect(() => gatehouse.step({ event: "before_tool_cal" } as never)).toThrow(/before_tool_call/);
});

const READS_FACTS = definePolicy({
  id: "trees",
  events: "before_tool_call",
  when: "facts.deletes.any(d, d.tree)",
  deny: "no trees",
});

test("a tool of which nobody says what it does is an error where policies read what calls do", async () => {
  const gatehouse = await createGatehouse({ policies: READS_FACTS });
  const remover = {
    name: "remover",
    execute: async ({ folder }: { readonly folder: string }) => `ran ${folder}`,
  };
  expect(() => gateTool(remover, gatehouse)).toThrow(
    /`trees` reads `facts`.*`remover`.*`kind: "shell"`.*other/,
  );
  await expect(gateCall(gatehouse, "remover", { folder: "/" })).rejects.toThrow(/`remover`/);
  expect(() => gateToolSet({ remover }, gatehouse)).toThrow(/`kinds: \{ "remover": "shell" \}`/);
  const known = { ...remover, name: "Bash" };
  expect(await gateTool(known, gatehouse).execute({ folder: "/" })).toBe("ran /");
  expect(await gateTool(remover, gatehouse, { kind: "other" }).execute({ folder: "/" })).toBe("ran /");
  const without = await createGatehouse({
    policies: definePolicy({ ...BASE, id: "a", deny: "x", tools: "other", events: "before_tool_call" }),
  });
  expect(await gateTool(remover, without).execute({ folder: "/" })).toBe("ran /");
  // The next set of policies may be about what calls do.
  const gated = gateTool(remover, without);
  await without.reload(READS_FACTS);
  await expect(gated.execute({ folder: "/" })).rejects.toThrow(/`remover`/);
});

test("a function that answers nothing is a failure with a reason, and what it throws stays from the model", async () => {
  const gatehouse = await createGatehouse({
    policies: definePolicies(
      definePolicy({ id: "nothing", events: "prompt", decide: (() => undefined) as never }),
      definePolicy({
        id: "throws",
        events: "before_tool_call",
        decide: () => {
          throw new Error("connection to db:hunter2 refused");
        },
      }),
    ),
    onNotice: () => undefined,
  });
  expect(await gatehouse.decide({ event: "prompt", prompt: "x" })).toMatchObject({
    effect: "deny",
    reason: "the function answered no verdict",
  });
  const decision = await gatehouse.decide({ event: "before_tool_call", toolName: "x", params: {} });
  expect([decision.effect, decision.reason]).toEqual(["deny", expect.stringContaining("hunter2")]);
  expect(toMessage(decision)).toMatch(/denied by `throws`: the policy could not be asked/);
});

// What was decided is what runs, whatever becomes of the caller's object meanwhile.
import { jsonSchema, tool } from "ai";
import { expect, test } from "vitest";
import {
  approve,
  createGatehouse,
  definePolicies,
  definePolicy,
  gateCall,
  gateTool,
} from "@gatehouse-hooks/core";
import { gateToolSet } from "@gatehouse-hooks/core/ai-sdk";
import { canUseTool } from "@gatehouse-hooks/core/claude-agent-sdk";
import { gateGraphTools } from "@gatehouse-hooks/core/langchain";
import { gateMastraTools } from "@gatehouse-hooks/core/mastra";
import { gateFunctionTools } from "@gatehouse-hooks/core/openai-agents";

interface Payment {
  amount: number;
  to?: { name: string };
}

/** Each decision lets others run first, as a judge does. */
const SLOW = definePolicies(
  { id: "much", events: "before_tool_call", when: "params.amount > 1000", deny: "that is much" },
  { id: "some", events: "before_tool_call", when: "params.amount > 100", ask: "really?" },
  definePolicy({
    id: "slow",
    events: "before_tool_call",
    decide: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return "approve";
    },
  }),
);
const gatehouse = await createGatehouse({ policies: SLOW, onNotice: () => undefined });

/** Runs a call whose input its caller changes while it is decided on. */
type Door = (input: Payment, ran: unknown[]) => Promise<unknown>;

const schema = jsonSchema<Payment>({ type: "object" });
const DOORS: Readonly<Record<string, Door>> = {
  gateTool: async (input, ran) =>
    await gateTool({ name: "pay", execute: (given: Payment) => ran.push(given) }, gatehouse).execute(input),
  gateCall: async (input, ran) => ran.push(await gateCall(gatehouse, "pay", input)),
  "AI SDK": async (input, ran) => {
    const pay = tool({ inputSchema: schema, execute: (given) => ran.push(given) });
    await gateToolSet({ pay }, gatehouse).pay.execute?.(input, { toolCallId: "1", messages: [] });
  },
  LangGraph: async (input, ran) => {
    const [pay] = gateGraphTools(
      [{ name: "pay", invoke: async (given: Payment) => ran.push(given) }],
      gatehouse,
    );
    await pay.invoke(input);
  },
  Mastra: async (input, ran) => {
    const pay = { id: "pay", execute: async (given: Payment) => ran.push(given) };
    await gateMastraTools({ pay }, gatehouse).pay.execute(input);
  },
};

test.each(Object.entries(DOORS))("%s runs what was decided", async (_, door) => {
  const ran: unknown[] = [];
  const input: Payment = { amount: 5, to: { name: "Anna" } };
  const running = door(input, ran);
  input.amount = 5_000;
  if (input.to !== undefined) input.to.name = "Mallory";
  await running;
  expect(ran).toEqual([{ amount: 5, to: { name: "Anna" } }]);
});

test.each(Object.entries(DOORS))("%s gives the tool a copy that it may change", async (_, door) => {
  const ran: { amount: number }[] = [];
  const input: Payment = { amount: 5 };
  await door(input, ran);
  for (const given of ran) given.amount = 7;
  expect([ran, input]).toEqual([[{ amount: 7 }], { amount: 5 }]);
});

test("what a person says yes to is what runs", async () => {
  const input: Payment = { amount: 500 };
  const shown: unknown[] = [];
  const given = await gateCall(gatehouse, "pay", input, {
    ask: async (_, { params }) => {
      shown.push(params["amount"]);
      input.amount = 5_000;
      return true;
    },
  });
  expect([shown, given]).toEqual([[500], { amount: 500 }]);
  const answer = canUseTool(gatehouse, {
    ask: () => {
      input.amount = 5_000;
      return true;
    },
  });
  input.amount = 500;
  const context = { signal: new AbortController().signal, toolUseID: "1", suggestions: [] };
  expect(await answer("pay", input as unknown as Record<string, unknown>, context as never)).toMatchObject({
    behavior: "allow",
    updatedInput: { amount: 500 },
  });
});

test("a function tool of the OpenAI Agents SDK is invoked with what was decided, also where its text says a key twice", async () => {
  const ran: string[] = [];
  const pay = {
    type: "function" as const,
    name: "pay",
    invoke: async (_: object, input: string) => ran.push(input),
    needsApproval: async () => false,
  };
  const [gated] = gateFunctionTools([pay], gatehouse);
  const run = { isToolApproved: () => undefined };
  await gated.invoke(run, '{"amount":5000,"amount":5}');
  expect(ran).toEqual(['{"amount":5}']);
});

test("what is no plain data when it is decided on does not run, whatever it is afterwards", async () => {
  const input: { amount: unknown } = { amount: new Date() };
  const running = gateCall(gatehouse, "pay", input);
  input.amount = 5;
  await expect(running).rejects.toThrow(/denied/);
});

test("a call that was stopped while it was decided on does not run", async () => {
  const stop = new AbortController();
  const ran: unknown[] = [];
  const pay = tool({ inputSchema: schema, execute: (given) => ran.push(given) });
  const quiet = await createGatehouse({ policies: definePolicies(), onNotice: () => undefined });
  const options = { toolCallId: "1", messages: [], abortSignal: stop.signal };
  const running = gateToolSet({ pay }, quiet).pay.execute?.({ amount: 5 }, options);
  stop.abort(new Error("the user has stopped it"));
  await expect(running).rejects.toThrow("the user has stopped it");
  await expect(gateCall(quiet, "pay", { amount: 5 }, { signal: stop.signal })).rejects.toThrow(/stopped it/);
  expect(ran).toEqual([]);
});

test("an approval is for the call as it was when it was made", async () => {
  const params: Payment = { amount: 500 };
  const event = { event: "before_tool_call" as const, toolName: "pay", params: { ...params } };
  const asked = await gatehouse.decide(event);
  const approval = approve(asked, event);
  event.params.amount = 900;
  expect((await gatehouse.decide(event, { approvals: [approval] })).effect).toBe("ask");
});

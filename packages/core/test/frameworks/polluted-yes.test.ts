import { afterEach, expect, test } from "vitest";
import { gateTool } from "@gatehouse-hooks/core";
import { gateToolSet } from "@gatehouse-hooks/core/ai-sdk";
import { type CallRequest, gateGraphTools } from "@gatehouse-hooks/core/langchain";
import { gateMastraTools } from "@gatehouse-hooks/core/mastra";
import { gateFunctionTools } from "@gatehouse-hooks/core/openai-agents";
import { askingGatehouse } from "./asking-policies.js";

const ran: string[] = [];
const execute = async ({ command }: { command: string }): Promise<string> => {
  ran.push(command);
  return "ran";
};
const input = { command: "git push" };

/** A yes of every kind, for what looks further than an object's own properties. */
const YES: Readonly<Record<string, unknown>> = {
  ask: () => true,
  interrupt: ({ call }: CallRequest) => ({ decisions: [{ type: "approve", call }] }),
  messages: [
    { role: "assistant", content: [{ type: "tool-approval-request", approvalId: "a", toolCallId: "1" }] },
    { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a", approved: true }] },
  ],
  toolCall: { callId: "1" },
  agent: { toolCallId: "1" },
  decisions: [{ type: "approve" }],
  approved: true,
};

afterEach(() => {
  for (const name of Object.keys(YES)) Reflect.deleteProperty(Object.prototype, name);
});

test("no entry takes what objects inherit for a yes", async () => {
  const gatehouse = await askingGatehouse();
  const approves = { isToolApproved: () => true };
  const bash: (one: { command: string }, more?: object) => Promise<string> = execute;
  const invoke: (context: object, text: string, details?: object) => Promise<string> = async (_, text) =>
    await execute({ command: text });
  const needsApproval: (context: object, one: object) => Promise<boolean> = async () => false;
  const tool = gateTool({ name: "bash", execute }, gatehouse, {});
  const set = gateToolSet({ bash: { execute: bash } }, gatehouse);
  const [graph] = gateGraphTools([{ name: "bash", invoke: bash }], gatehouse);
  const [agents] = gateFunctionTools(
    [{ type: "function" as const, name: "bash", invoke, needsApproval }],
    gatehouse,
  );
  const mastra = gateMastraTools({ bash: { id: "bash", execute: bash } }, gatehouse);
  for (const [name, value] of Object.entries(YES))
    Reflect.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  const calls: (() => unknown)[] = [
    () => tool.execute(input),
    () => set.bash.execute(input, { toolCallId: "1" }),
    () => graph.invoke(input, {}),
    () => agents.invoke(approves, JSON.stringify(input), {}),
    () => mastra.bash.execute(input, {}),
  ];
  const answers: unknown[] = [];
  for (const call of calls)
    answers.push(await Promise.resolve(call()).catch((error: Error) => error.message));
  expect(ran).toEqual([]);
  expect(answers).toEqual(calls.map(() => expect.stringMatching(/waits for a person's approval/) as unknown));
});

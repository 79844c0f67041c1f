import { gate } from "@gatehouse-hooks/core";
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool, type ToolSet } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import type { AgentRun, Body, Driver, Turns } from "../suite-case.js";
import { WATCH, textOfArgs } from "../model-calls.js";

/** The AI SDK 6: `generateText`, which pauses with a request for an approval. */
export const driver: Driver = async (run) => {
  const model = scripted(run.turns);
  const made = Object.entries(run.tools).map(([name, body]) => [name, sdkTool(name, body, run)] as const);
  const tools: ToolSet = await gate(Object.fromEntries(made), run.gatehouse, run.options);
  const agent = { model, tools, stopWhen: stepCountIs(99), abortSignal: run.signal };
  let messages: ModelMessage[] = [{ role: "user", content: "go" }];
  for (;;) {
    const { content, response } = await generateText({ ...agent, messages });
    messages.push(...response.messages);
    const answers = [];
    for (const part of content) {
      if (part.type !== "tool-approval-request") continue;
      const approved = await run.answer(
        part.toolCall.toolName,
        Object(part.toolCall.input) as Record<string, unknown>,
      );
      answers.push({ type: "tool-approval-response" as const, approvalId: part.approvalId, approved });
    }
    if (answers.length === 0) break;
    const kept = JSON.stringify(messages);
    messages = JSON.parse(run.tamper?.(kept) ?? kept) as ModelMessage[];
    messages.push({ role: "tool", content: answers });
    if (run.replays === true) await generateText({ ...agent, messages: structuredClone(messages) });
  }
  return JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
};

function sdkTool(name: string, body: Body, { live }: AgentRun): ToolSet[string] {
  const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });
  const needsApproval = (input: object): boolean => {
    live(input);
    return false;
  };
  if (name !== WATCH)
    return tool({ inputSchema, needsApproval, execute: async (input) => await body(input) });
  return tool({
    inputSchema,
    needsApproval,
    execute: async function* (input) {
      yield* body(input) as AsyncIterable<unknown>;
    },
  });
}

function scripted(turns: Turns): MockLanguageModelV3 {
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () => {
      const turn = model.doGenerateCalls.length - 1;
      const content = turns[turn]?.map(({ tool: toolName, args, id, more }, at) => {
        const call = { type: "tool-call" as const, toolCallId: id ?? `${turn}-${at}`, toolName };
        return { ...more, ...call, input: textOfArgs(args) };
      });
      const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
      return {
        content: content ?? [{ type: "text", text: "done" }],
        finishReason: { unified: content === undefined ? "stop" : "tool-calls", raw: undefined },
        usage: { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
        warnings: [],
      };
    },
  });
  return model;
}

import { gate } from "@gatehouse-hooks/core";
import { generateText, type ModelMessage, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** An agent of the AI SDK 6. */
export const callBash: CallBash = async (gatehouse, turns, answer) => {
  const ran: string[] = [];
  const bash = tool({
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const model = scripted(turns);
  const tools = await gate({ bash }, gatehouse, { kinds: { bash: "shell" } });
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  for (;;) {
    const { content, response } = await generateText({ model, tools, messages, stopWhen: stepCountIs(9) });
    messages.push(...response.messages);

    // The pause: the messages can be kept, and a person may answer tomorrow.
    const answers = [];
    for (const part of content) {
      if (part.type !== "tool-approval-request") continue;
      const approved = !part.toolCall.dynamic && answer(part.toolCall.input.command);
      answers.push({ type: "tool-approval-response" as const, approvalId: part.approvalId, approved });
    }
    if (answers.length === 0) break;
    messages.push({ role: "tool", content: answers });
  }
  return { ran, told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) };
};

function scripted(turns: readonly (readonly string[])[]): MockLanguageModelV3 {
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () => {
      const turn = model.doGenerateCalls.length - 1;
      const content = turns[turn]?.map((command, at) => ({
        type: "tool-call" as const,
        toolCallId: `${turn}-${at}`,
        toolName: "bash",
        input: JSON.stringify({ command }),
      }));
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

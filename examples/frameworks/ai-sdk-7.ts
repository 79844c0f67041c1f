import { gateToolApproval, gateToolSet } from "@gatehouse-hooks/core/ai-sdk";
import { generateText, type ModelMessage, isStepCount, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** An agent of the AI SDK 7. */
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
  const tools = gateToolSet({ bash }, gatehouse, { kinds: KINDS });
  const toolApproval = gateToolApproval(gatehouse, { kinds: KINDS });
  const agent = { model, tools, toolApproval, stopWhen: isStepCount(9) };
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  for (;;) {
    const { content, responseMessages } = await generateText({ ...agent, messages });
    messages.push(...responseMessages);

    // The pause: the messages can be kept, and a person may answer tomorrow.
    const answers = [];
    for (const part of content) {
      if (part.type !== "tool-approval-request" || part.isAutomatic) continue;
      const approved = !part.toolCall.dynamic && answer(part.toolCall.input.command);
      answers.push({ type: "tool-approval-response" as const, approvalId: part.approvalId, approved });
    }
    if (answers.length === 0) break;
    messages.push({ role: "tool", content: answers });
  }
  return { ran, told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) };
};

const KINDS = { bash: "shell" } as const;
const INPUT = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };

function scripted(turns: readonly (readonly string[])[]): MockLanguageModelV4 {
  const model: MockLanguageModelV4 = new MockLanguageModelV4({
    doGenerate: async () => {
      const turn = model.doGenerateCalls.length - 1;
      const content = turns[turn]?.map((command, at) => {
        const call = { toolCallId: `${turn}-${at}`, toolName: "bash" };
        return { type: "tool-call" as const, ...call, input: JSON.stringify({ command }) };
      });
      return {
        content: content ?? [{ type: "text", text: "done" }],
        finishReason: { unified: content === undefined ? "stop" : "tool-calls", raw: undefined },
        usage: { inputTokens: INPUT, outputTokens: { total: 1, text: 1, reasoning: 0 } },
        warnings: [],
      };
    },
  });
  return model;
}

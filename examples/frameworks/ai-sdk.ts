import type { Gatehouse } from "@gatehouse-hooks/core";
import { gateToolSet } from "@gatehouse-hooks/core/ai-sdk";
import { generateText, type ModelMessage, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import type { Outcome } from "./outcome.js";

/** An agent of the AI SDK whose model calls `bash`, and then says that it is done. */
export async function callBash(gatehouse: Gatehouse, command: string, yes: boolean): Promise<Outcome> {
  const ran: string[] = [];
  const bash = tool({
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async (input) => {
      ran.push(input.command);
      return `ran ${input.command}`;
    },
  });
  const agent = {
    model: scripted(command),
    tools: gateToolSet({ bash }, gatehouse, { kinds: { bash: "shell" } }),
    stopWhen: stepCountIs(5),
  };
  const messages: ModelMessage[] = [{ role: "user", content: "go" }];
  const { content, response } = await generateText({ ...agent, messages });

  const requests = content.filter((part) => part.type === "tool-approval-request");
  if (requests.length > 0) {
    // The pause: the messages can be kept, and a person may answer tomorrow.
    const answers = requests.map(({ approvalId }) => ({ approvalId, approved: yes }));
    messages.push(...response.messages, {
      role: "tool",
      content: answers.map((answer) => ({ type: "tool-approval-response", ...answer })),
    });
    await generateText({ ...agent, messages });
  }
  const told = JSON.stringify(agent.model.doGenerateCalls.at(-1)?.prompt.at(-1));
  return { asked: requests.length > 0, ran, told };
}

function scripted(command: string): MockLanguageModelV3 {
  const call = { toolCallId: "1", toolName: "bash", input: JSON.stringify({ command }) };
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () => ({
      ...(model.doGenerateCalls.length === 1
        ? { content: [{ type: "tool-call", ...call }], finishReason: { unified: "tool-calls", raw: "" } }
        : { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "" } }),
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  return model;
}

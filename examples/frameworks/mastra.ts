import { gate } from "@gatehouse-hooks/core";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** An agent of Mastra. */
export const callBash: CallBash = async (gatehouse, turns, answer) => {
  const ran: string[] = [];
  const bash = createTool({
    id: "bash",
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const model = scripted(turns);
  const tools = await gate({ bash }, gatehouse, { kinds: { bash: "shell" } });
  const agent = new Agent({ id: "agent", name: "agent", instructions: "", model, tools });
  // A suspended run is kept in the storage.
  new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
  let result = await agent.generate("go");
  while (result.finishReason === "suspended") {
    // The pause: a person may answer tomorrow.
    const { runId = "", suspendPayload } = result;
    const { toolCallId, args } = suspendPayload as { toolCallId: string; args: { command: string } };
    result = answer(args.command)
      ? await agent.approveToolCallGenerate({ runId, toolCallId })
      : await agent.declineToolCallGenerate({ runId, toolCallId });
  }
  return { ran, told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) };
};

function scripted(turns: readonly (readonly string[])[]): MastraLanguageModelV2Mock {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const call = { type: "tool-call", toolName: "bash" } as const;
  const model: MastraLanguageModelV2Mock = new MastraLanguageModelV2Mock({
    doGenerate: async () => {
      const turn = model.doGenerateCalls.length - 1;
      const calls = turns[turn]?.map((command, at) => {
        return { ...call, toolCallId: `${turn}-${at}`, input: JSON.stringify({ command }) };
      });
      return calls === undefined
        ? { content: [{ type: "text", text: "done" }], finishReason: "stop", usage, warnings: [] }
        : { content: calls, finishReason: "tool-calls", usage, warnings: [] };
    },
  });
  return model;
}

import type { Gatehouse } from "@gatehouse-hooks/core";
import { gateMastraTools } from "@gatehouse-hooks/core/mastra";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import type { Outcome } from "./outcome.js";

/** An agent of Mastra whose model calls `bash`, and then says that it is done. */
export async function callBash(gatehouse: Gatehouse, command: string, yes: boolean): Promise<Outcome> {
  const ran: string[] = [];
  const bash = createTool({
    id: "bash",
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async (input) => {
      ran.push(input.command);
      return `ran ${input.command}`;
    },
  });
  const model = scripted(command);
  const agent = new Agent({
    id: "agent",
    name: "agent",
    instructions: "",
    model,
    tools: gateMastraTools({ bash }, gatehouse, { kinds: { bash: "shell" } }),
  });
  // A suspended run is kept in the storage.
  new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
  const { finishReason, runId = "" } = await agent.generate("go");

  // The pause: a person may answer tomorrow.
  const asked = finishReason === "suspended";
  if (asked && yes) await agent.approveToolCallGenerate({ runId });
  if (asked && !yes) await agent.declineToolCallGenerate({ runId });
  return { asked, ran, told: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt.at(-1)) };
}

function scripted(command: string): MastraLanguageModelV2Mock {
  const call = { type: "tool-call", toolCallId: "1", toolName: "bash" } as const;
  const answer = { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, warnings: [] };
  const model: MastraLanguageModelV2Mock = new MastraLanguageModelV2Mock({
    doGenerate: async () =>
      model.doGenerateCalls.length === 1
        ? {
            content: [{ ...call, input: JSON.stringify({ command }) }],
            finishReason: "tool-calls",
            ...answer,
          }
        : { content: [{ type: "text", text: "done" }], finishReason: "stop", ...answer },
  });
  return model;
}

import { gate } from "@gatehouse-hooks/core";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { lastOf, textOfArgs } from "../model-calls.js";
import type { Driver, Turns } from "../suite-case.js";

/** An agent of Mastra: its run is suspended, and kept in a storage. */
export const driver: Driver = async (run) => {
  const made = Object.entries(run.tools).map(([id, body]) => {
    const made = createTool({
      id,
      description: id,
      inputSchema: z.looseObject({}),
      onInputAvailable: ({ input }) => run.live(input),
      execute: async (input) => await lastOf(body(input as Record<string, unknown>)),
    });
    return [id, made] as const;
  });
  const model = scripted(run.turns);
  const tools = await gate(Object.fromEntries(made), run.gatehouse, run.options);
  const agent = new Agent({ id: "agent", name: "agent", instructions: "", model, tools });
  const storage = new InMemoryStore();
  new Mastra({ agents: { agent }, storage, logger: false });
  const options = { abortSignal: run.signal, maxSteps: 99 };
  let result = await agent.generate("go", options);
  while (result.finishReason === "suspended") {
    const { runId = "", suspendPayload } = result;
    const { toolCallId, toolName, args } = suspendPayload as {
      toolCallId: string;
      toolName: string;
      args: Record<string, unknown>;
    };
    const yes = await run.answer(toolName, args);
    if (run.tamper !== undefined) change(storage, run.tamper);
    const resumed = async () =>
      yes
        ? await agent.approveToolCallGenerate({ runId, toolCallId, ...options })
        : await agent.declineToolCallGenerate({ runId, toolCallId, ...options });
    result = await resumed();
    if (run.replays === true) await resumed();
  }
  return JSON.stringify(model.doGenerateCalls.at(-1)?.prompt);
};

function scripted(turns: Turns): MastraLanguageModelV2Mock {
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const model: MastraLanguageModelV2Mock = new MastraLanguageModelV2Mock({
    doGenerate: async () => {
      const turn = model.doGenerateCalls.length - 1;
      const calls = turns[turn]?.map(({ tool: toolName, args, id, more }, at) => {
        const call = { type: "tool-call", toolName, toolCallId: id ?? `${turn}-${at}` } as const;
        return { ...more, ...call, input: textOfArgs(args) };
      });
      return calls === undefined
        ? { content: [{ type: "text", text: "done" }], finishReason: "stop", usage, warnings: [] }
        : { content: calls, finishReason: "tool-calls", usage, warnings: [] };
    },
  });
  return model;
}

/** Changes what a storage has kept. It has no door for that, as another process that writes there needs none. */
function change({ stores }: InMemoryStore, tamper: (kept: string) => string): void {
  const { db } = stores.workflows as unknown as {
    readonly db: { readonly workflows: Map<string, { snapshot: unknown }> };
  };
  for (const kept of db.workflows.values())
    kept.snapshot = JSON.parse(tamper(JSON.stringify(kept.snapshot))) as unknown;
}

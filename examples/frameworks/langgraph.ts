import type { Gatehouse } from "@gatehouse-hooks/core";
import { answerTo, type CallRequest, gateGraphTools } from "@gatehouse-hooks/core/langchain";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import * as graphs from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import type { Outcome } from "./outcome.js";

/** A graph of LangGraph whose model calls `bash`, and then says that it is done. */
export async function callBash(gatehouse: Gatehouse, command: string, yes: boolean): Promise<Outcome> {
  const ran: string[] = [];
  const bash = tool(
    async (input) => {
      ran.push(input.command);
      return `ran ${input.command}`;
    },
    { name: "bash", description: "Runs a command", schema: z.object({ command: z.string() }) },
  );
  const tools = gateGraphTools([bash], gatehouse, { kinds: { bash: "shell" } });
  const model = fakeModel()
    .respondWithTools([{ name: "bash", args: { command }, id: "1" }])
    .respond(new AIMessage("done"));
  const graph = new graphs.StateGraph(graphs.MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: await model.invoke(messages) }))
    .addNode("tools", new ToolNode(tools))
    .addEdge("__start__", "model")
    .addConditionalEdges("model", toolsCondition)
    .addEdge("tools", "model")
    .compile({ checkpointer: new graphs.MemorySaver() });
  const thread = { configurable: { thread_id: "1" } };
  const paused = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, thread);

  // The pause: the checkpointer keeps it, and a person may answer tomorrow.
  const { __interrupt__: interrupts = [] } = paused as { __interrupt__?: graphs.Interrupt<CallRequest>[] };
  const request = interrupts[0]?.value;
  if (request !== undefined)
    await graph.invoke(new graphs.Command({ resume: answerTo(request, yes) }), thread);
  const told = String(model.calls.at(-1)?.messages.at(-1)?.content);
  return { asked: request !== undefined, ran, told };
}

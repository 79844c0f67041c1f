import { gate } from "@gatehouse-hooks/core";
import { answerTo, type CallRequest } from "@gatehouse-hooks/core/langchain";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import * as graphs from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** A graph of one's own, with LangGraph. */
export const callBash: CallBash = async (gatehouse, turns, answer) => {
  const ran: string[] = [];
  const bash = tool(
    async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
    { name: "bash", description: "Runs a command", schema: z.object({ command: z.string() }) },
  );
  const model = fakeModel();
  for (const commands of turns)
    model.respondWithTools(commands.map((command) => ({ name: "bash", args: { command } })));
  model.respond(new AIMessage("done"));
  const graph = new graphs.StateGraph(graphs.MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: await model.invoke(messages) }))
    .addNode("tools", new ToolNode(await gate([bash], gatehouse, { kinds: { bash: "shell" } })))
    .addEdge("__start__", "model")
    .addConditionalEdges("model", toolsCondition)
    .addEdge("tools", "model")
    .compile({ checkpointer: new graphs.MemorySaver() });
  const thread = { configurable: { thread_id: "1" } };
  let result: unknown = await graph.invoke({ messages: [{ role: "user", content: "go" }] }, thread);
  while (graphs.isInterrupted<CallRequest>(result)) {
    // The pause: the checkpointer keeps it, and a person may answer tomorrow.
    const request = result[graphs.INTERRUPT][0]?.value;
    if (request === undefined) break;
    const yes = answer(String(request.actionRequests[0].args["command"]));
    result = await graph.invoke(new graphs.Command({ resume: answerTo(request, yes) }), thread);
  }
  return { ran, told: JSON.stringify(model.calls.at(-1)?.messages) };
};

import { answerTo, type CallRequest, gateToolCalls } from "@gatehouse-hooks/core/langchain";
import { fakeModel } from "@langchain/core/testing";
import { AIMessage, createAgent, createMiddleware, tool, ToolMessage } from "langchain";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** An agent of LangChain. */
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
  const agent = createAgent({
    model: model.respond(new AIMessage("done")),
    tools: [bash],
    checkpointer: new MemorySaver(),
    middleware: [
      createMiddleware({
        name: "gatehouse",
        wrapToolCall: gateToolCalls(gatehouse, { ToolMessage, kinds: { bash: "shell" } }),
      }),
    ],
  });
  const thread = { configurable: { thread_id: "1" } };
  let result: unknown = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, thread);
  while (isInterrupted<CallRequest>(result)) {
    // The pause: the checkpointer keeps it, and a person may answer tomorrow.
    const answers = result[INTERRUPT].flatMap(({ id = "", value }) => {
      if (value === undefined) return [];
      return [[id, answerTo(value, answer(String(value.actionRequests[0].args["command"])))] as const];
    });
    result = await agent.invoke(new Command({ resume: Object.fromEntries(answers) }), thread);
  }
  return { ran, told: JSON.stringify(model.calls.at(-1)?.messages) };
};

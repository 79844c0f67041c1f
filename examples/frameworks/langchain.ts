import type { Gatehouse } from "@gatehouse-hooks/core";
import { answerTo, type CallRequest, gateToolCalls } from "@gatehouse-hooks/core/langchain";
import { AIMessage, createAgent, createMiddleware, fakeModel, tool, ToolMessage } from "langchain";
import { Command, type Interrupt, MemorySaver } from "@langchain/langgraph";
import { z } from "zod";
import type { Outcome } from "./outcome.js";

/** An agent of LangChain whose model calls `bash`, and then says that it is done. */
export async function callBash(gatehouse: Gatehouse, command: string, yes: boolean): Promise<Outcome> {
  const ran: string[] = [];
  const bash = tool(
    async (input) => {
      ran.push(input.command);
      return `ran ${input.command}`;
    },
    { name: "bash", description: "Runs a command", schema: z.object({ command: z.string() }) },
  );
  const model = fakeModel()
    .respondWithTools([{ name: "bash", args: { command }, id: "1" }])
    .respond(new AIMessage("done"));
  const agent = createAgent({
    model,
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
  const paused = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, thread);

  // The pause: the checkpointer keeps it, and a person may answer tomorrow.
  const { __interrupt__: interrupts = [] } = paused as { __interrupt__?: Interrupt<CallRequest>[] };
  const request = interrupts[0]?.value;
  if (request !== undefined) await agent.invoke(new Command({ resume: answerTo(request, yes) }), thread);
  const told = String(model.calls.at(-1)?.messages.at(-1)?.content);
  return { asked: request !== undefined, ran, told };
}

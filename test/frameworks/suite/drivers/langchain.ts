import { gate } from "@gatehouse-hooks/core";
import { answerTo, type CallRequest } from "@gatehouse-hooks/core/langchain";
import { fakeModel } from "@langchain/core/testing";
import { Command, INTERRUPT, isInterrupted, MemorySaver } from "@langchain/langgraph";
import { AIMessage, createAgent, type StructuredTool, tool } from "langchain";
import { lastOf, objectOfArgs } from "../model-calls.js";
import type { Driver } from "../suite-case.js";

/** An agent of LangChain: its graph is interrupted, and its checkpointer keeps it. */
export const driver: Driver = async (run) => {
  const made = Object.entries(run.tools).map(
    ([name, body]) =>
      tool(async (input) => await lastOf(body(input as Record<string, unknown>)), {
        name,
        description: name,
        schema: { type: "object", properties: {}, additionalProperties: true },
      }) as unknown as StructuredTool,
  );
  const tools = await gate(made, run.gatehouse, run.options);
  const model = fakeModel();
  for (const calls of run.turns)
    model.respondWithTools(
      calls.map(({ tool: name, args, id, more }) => {
        const given = objectOfArgs(args);
        run.live(given);
        return { ...more, name, args: given, ...(id !== undefined && { id }) };
      }),
    );
  model.respond(new AIMessage("done"));
  const checkpointer = new MemorySaver();
  const agent = createAgent({ model, tools, checkpointer });
  const thread = { configurable: { thread_id: "1" }, signal: run.signal, recursionLimit: 300 };
  let result: unknown = await agent.invoke({ messages: [{ role: "user", content: "go" }] }, thread);
  while (isInterrupted<CallRequest>(result)) {
    const resume: Record<string, unknown> = {};
    for (const { id = "", value } of result[INTERRUPT]) {
      if (value === undefined) continue;
      const [{ name, args }] = value.actionRequests;
      resume[id] = answerTo(value, await run.answer(name, args));
    }
    if (run.tamper !== undefined) change(checkpointer, run.tamper);
    result = await agent.invoke(new Command({ resume }), thread);
    if (run.replays === true) result = await agent.invoke(new Command({ resume }), thread);
  }
  return JSON.stringify(model.calls.at(-1)?.messages);
};

/** Changes what a checkpointer has kept, as it is written there. */
function change({ storage, writes }: MemorySaver, tamper: (kept: string) => string): void {
  const changed = (bytes: Uint8Array): Uint8Array =>
    new TextEncoder().encode(tamper(new TextDecoder().decode(bytes)));
  for (const spaces of Object.values(storage))
    for (const space of Object.values(spaces))
      for (const entry of Object.values(space)) entry[0] = changed(entry[0]);
  for (const tasks of Object.values(writes))
    for (const entry of Object.values(tasks)) entry[2] = changed(entry[2]);
}

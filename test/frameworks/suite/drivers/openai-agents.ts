import { gate } from "@gatehouse-hooks/core";
import { Agent, type Model, run as runAgent, RunState, tool, Usage } from "@openai/agents";
import { lastOf, textOfArgs } from "../model-calls.js";
import type { AgentRun, Driver } from "../suite-case.js";

const ANYTHING = {
  type: "object" as const,
  properties: {},
  required: [] as string[],
  additionalProperties: true as const,
};

/** The OpenAI Agents SDK: a run is interrupted, and its state kept as text. */
export const driver: Driver = async (run) => {
  const inputs: unknown[] = [];
  const made = Object.entries(run.tools).map(([name, body]) =>
    tool({
      name,
      description: name,
      parameters: ANYTHING,
      strict: false,
      // By itself it tells the model that something has failed, and in newer versions not what.
      errorFunction: (_, error) => `failed: ${error instanceof Error ? error.message : String(error)}`,
      execute: async (input) => await lastOf(body(input as Record<string, unknown>)),
    }),
  );
  const tools = await gate(made, run.gatehouse, run.options);
  const agent = new Agent({ name: "agent", model: scripted(run, inputs), tools });
  const options = { signal: run.signal, maxTurns: 99, context: undefined as unknown };
  let result = await runAgent(agent, "go", options);
  while (result.interruptions.length > 0) {
    const answers: boolean[] = [];
    for (const { name = "", arguments: text = "{}" } of result.interruptions)
      answers.push(await run.answer(name, JSON.parse(text) as Record<string, unknown>));
    const kept = result.state.toString();
    const resumed = async () => {
      const state =
        run.tamper === undefined && run.replays !== true
          ? result.state
          : await RunState.fromString(agent, run.tamper?.(kept) ?? kept);
      for (const [at, interruption] of state.getInterruptions().entries()) {
        if (answers[at] === true) state.approve(interruption);
        else state.reject(interruption);
      }
      return await runAgent(agent, state, options);
    };
    if (run.replays === true) await resumed();
    result = await resumed();
  }
  return JSON.stringify(inputs.at(-1));
};

function scripted({ turns, live }: AgentRun, inputs: unknown[]): Model {
  return {
    getResponse: async ({ input }) => {
      // The input is one list, which the SDK goes on with.
      const turn = inputs.push(structuredClone(input)) - 1;
      const call = { type: "function_call", status: "completed" } as const;
      const text = { type: "output_text", text: "done" } as const;
      const calls = turns[turn]?.map(({ tool: name, args, id, more }, at) => {
        const item = { ...more, ...call, name, callId: id ?? `${turn}-${at}`, arguments: textOfArgs(args) };
        live(liveArguments(item));
        return item;
      });
      const done = { type: "message", role: "assistant", status: "completed", content: [text] } as const;
      return { usage: new Usage(), output: calls ?? [{ ...done, content: [text] }] };
    },
    getStreamedResponse: () => {
      throw new Error("not streamed");
    },
  };
}

/** Arguments are text here: what is set on this is written into the call that the model still has. */
function liveArguments(item: { arguments: string }): object {
  return new Proxy(
    {},
    {
      set: (_, key, value) => {
        item.arguments = JSON.stringify({
          ...(JSON.parse(item.arguments) as object),
          [key]: value as unknown,
        });
        return true;
      },
    },
  );
}

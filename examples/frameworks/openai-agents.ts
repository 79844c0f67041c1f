import { gate } from "@gatehouse-hooks/core";
import { Agent, type Model, run, tool, Usage } from "@openai/agents";
import { z } from "zod";
import type { CallBash } from "./outcome.js";

/** An agent of the OpenAI Agents SDK. */
export const callBash: CallBash = async (gatehouse, turns, answer) => {
  const ran: string[] = [];
  const bash = tool({
    name: "bash",
    description: "Runs a command",
    parameters: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      ran.push(command);
      return `ran ${command}`;
    },
  });
  const inputs: unknown[] = [];
  const agent = new Agent({
    name: "agent",
    model: scripted(turns, inputs),
    tools: await gate([bash], gatehouse, { kinds: { bash: "shell" } }),
  });
  let result = await run(agent, "go");
  while (result.interruptions.length > 0) {
    // The pause: `state.toString()` can be kept, and a person may answer tomorrow.
    const { state, interruptions } = result;
    for (const interruption of interruptions) {
      const { command = "" } = JSON.parse(interruption.arguments ?? "{}") as { command?: string };
      if (answer(command)) state.approve(interruption);
      else state.reject(interruption);
    }
    result = await run(agent, state);
  }
  return { ran, told: JSON.stringify(inputs.at(-1)) };
};

function scripted(turns: readonly (readonly string[])[], inputs: unknown[]): Model {
  return {
    getResponse: async ({ input }) => {
      const turn = inputs.push(input) - 1;
      const call = { type: "function_call", name: "bash", status: "completed" } as const;
      const text = { type: "output_text", text: "done" } as const;
      const calls = turns[turn]?.map((command, at) => {
        return { ...call, callId: `${turn}-${at}`, arguments: JSON.stringify({ command }) };
      });
      const done = { type: "message", role: "assistant", status: "completed", content: [text] } as const;
      return { usage: new Usage(), output: calls ?? [{ ...done, content: [text] }] };
    },
    getStreamedResponse: () => {
      throw new Error("not streamed");
    },
  };
}

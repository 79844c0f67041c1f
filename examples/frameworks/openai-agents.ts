import type { Gatehouse } from "@gatehouse-hooks/core";
import { gateFunctionTools } from "@gatehouse-hooks/core/openai-agents";
import { Agent, type Model, type ModelResponse, run, tool, Usage } from "@openai/agents";
import { z } from "zod";
import type { Outcome } from "./outcome.js";

/** An agent of the OpenAI Agents SDK whose model calls `bash`, and then says that it is done. */
export async function callBash(gatehouse: Gatehouse, command: string, yes: boolean): Promise<Outcome> {
  const ran: string[] = [];
  const bash = tool({
    name: "bash",
    description: "Runs a command",
    parameters: z.object({ command: z.string() }),
    execute: async (input) => {
      ran.push(input.command);
      return `ran ${input.command}`;
    },
  });
  const inputs: unknown[] = [];
  const agent = new Agent({
    name: "agent",
    model: scripted(command, inputs),
    tools: gateFunctionTools([bash], gatehouse, { kinds: { bash: "shell" } }),
  });
  const { interruptions, state } = await run(agent, "go");

  // The pause: `state.toString()` can be kept, and a person may answer tomorrow.
  const asked = interruptions.length > 0;
  for (const interruption of interruptions) {
    if (yes) state.approve(interruption);
    else state.reject(interruption);
  }
  if (asked) await run(agent, state);
  return { asked, ran, told: JSON.stringify(inputs.at(-1)) };
}

function scripted(command: string, inputs: unknown[]): Model {
  const call = { type: "function_call", name: "bash", callId: "1", status: "completed" } as const;
  const text = { type: "output_text", text: "done" } as const;
  const done = { type: "message", role: "assistant", status: "completed", content: [text] } as const;
  return {
    getResponse: async ({ input }): Promise<ModelResponse> => {
      inputs.push(input);
      const first = inputs.length === 1;
      const output = first
        ? { ...call, arguments: JSON.stringify({ command }) }
        : { ...done, content: [text] };
      return { usage: new Usage(), output: [output] };
    },
    getStreamedResponse: () => {
      throw new Error("not streamed");
    },
  };
}

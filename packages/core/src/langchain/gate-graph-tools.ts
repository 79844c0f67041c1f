import { own } from "@gatehouse-hooks/json";
import { type GateToolsOptions, toolGate } from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { admitInGraph, type GraphRun } from "./graph-run.js";
import { MESSAGES } from "./result-messages.js";

/** A tool of LangChain, as far as it matters here. */
export interface GraphTool {
  /** As the model calls it. */
  readonly name: string;
  /** Runs the tool. */
  invoke(input: never, config?: never): Promise<unknown>;
}

type Invoke = (input: unknown, config?: GraphRun) => Promise<unknown>;

interface ToolCall {
  readonly type: "tool_call";
  readonly args: unknown;
  readonly id?: string | undefined;
}

/**
 * Tools for the `ToolNode` of a graph of one's own, whose calls are decided first. A denied call does not run: the tool throws, and
 * `ToolNode` tells the model why. Where the policies ask, the graph is interrupted with a `CallRequest`, until it is resumed with
 * `answerTo(request, …)`; this takes a checkpointer. A rewrite is what the tool runs with.
 *
 * @example new ToolNode(gateGraphTools([bash], gatehouse, { kinds: { bash: "shell" } }))
 */
export function gateGraphTools<const Tools extends readonly GraphTool[]>(
  tools: Tools,
  gatehouse: CallDecider,
  options: GateToolsOptions<Tools[number]["name"]> = {},
): { -readonly [Index in keyof Tools]: Tools[Index] } {
  const gate = toolGate(
    gatehouse,
    options,
    tools.map(({ name }) => name),
  );
  const gated = tools.map((tool) => {
    const run = tool.invoke.bind(tool) as Invoke;
    const invoke: Invoke = async (input, config = {}) => {
      const isCall = isToolCall(input);
      const given: unknown = isCall ? input.args : input;
      const call = {
        toolName: tool.name,
        input: given,
        toolCallId: isCall ? input.id : undefined,
        signal: config.signal,
      };
      const admitted = await admitInGraph(gate, call, config, false);
      return await admitted.run((args) => run(isCall ? { ...input, args } : args, config), MESSAGES);
    };
    // Its class and its fields stay: a graph looks at both. `call` is its older door.
    const door = { value: invoke };
    return Object.create(tool, { invoke: door, ...("call" in tool && { call: door }) }) as GraphTool;
  });
  return gated as unknown as { -readonly [Index in keyof Tools]: Tools[Index] };
}

function isToolCall(input: unknown): input is ToolCall {
  return own(input, "type") === "tool_call";
}

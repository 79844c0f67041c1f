import { type GateToolsOptions, toolGate } from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { ToolDenied } from "../gatehouse-error.js";
import { admitInGraph, type GraphRun } from "./graph-run.js";
import { MESSAGES } from "./result-messages.js";

/** The call that a middleware of LangChain wraps, as far as it matters here. */
export interface MiddlewareToolCall {
  /** The call, as the model made it. */
  readonly toolCall: {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly id?: string | undefined;
  };
  /** The state of the graph. */
  readonly state: { readonly messages: readonly object[] };
  /** The run that the call is of. */
  readonly runtime: GraphRun;
}

/** What a `ToolMessage` is made of here. */
export interface ToolMessageFields {
  /** What the model reads. */
  readonly content: string;
  /** The call that it answers. */
  readonly tool_call_id: string;
  /** The tool. */
  readonly name: string;
  /** The call did not succeed. */
  readonly status: "error";
}

/** What the calls of an agent's tools are decided with, and what a denied call is answered with. */
export interface GateToolCallsOptions<Message> extends GateToolsOptions {
  /** The class of LangChain: `import { ToolMessage } from "langchain"`. */
  readonly ToolMessage: new (fields: ToolMessageFields) => Message;
}

/**
 * The `wrapToolCall` of a middleware of LangChain: every call of a tool is decided first. A denied call does not run, and its
 * `ToolMessage` tells the model why. Where the policies ask, the graph is interrupted with a `CallRequest`, until it is resumed with
 * `answerTo(request, …)`; this takes a checkpointer. A rewrite is what the tool runs with.
 *
 * @example createMiddleware({ name: "gatehouse", wrapToolCall: gateToolCalls(gatehouse, { ToolMessage }) })
 */
export function gateToolCalls<Message>(
  gatehouse: CallDecider,
  { ToolMessage, ...options }: GateToolCallsOptions<Message>,
): <Request extends MiddlewareToolCall, Result>(
  request: Request,
  handler: (request: Request) => Result | Promise<Result>,
) => Promise<Result | Message> {
  const gate = toolGate(gatehouse, options);
  return async (request, handler) => {
    const { toolCall, state, runtime } = request;
    const { name: toolName, args: input, id } = toolCall;
    const call = { toolName, input, toolCallId: id, signal: runtime.signal };
    try {
      const admitted = await admitInGraph(gate, call, runtime, isAlone(state.messages));
      const made = await admitted.run(
        (args) => handler({ ...request, toolCall: { ...toolCall, args } }),
        MESSAGES,
      );
      return made as Awaited<ReturnType<typeof handler>>;
    } catch (error) {
      if (!(error instanceof ToolDenied)) throw error;
      const { message: content } = error;
      return new ToolMessage({ content, tool_call_id: id ?? "", name: toolName, status: "error" });
    }
  };
}

/** Has the model made one call only? */
function isAlone(messages: readonly object[]): boolean {
  const calls = messages.findLast((message) => "tool_calls" in message && Array.isArray(message.tool_calls));
  return (
    calls !== undefined && (calls as { readonly tool_calls: readonly unknown[] }).tool_calls.length === 1
  );
}

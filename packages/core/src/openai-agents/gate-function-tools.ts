import { ownOption } from "@gatehouse-hooks/json";
import { type GateToolsOptions, type ToolGate, toolGate } from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { toMessage } from "../to-message.js";
import { ToolDenied } from "../gatehouse-error.js";

/** A function tool of the OpenAI Agents SDK (`tool`, `agent.asTool`, tools of MCP servers), as far as it matters here. */
export interface AgentsTool {
  /** Tells it from tools that the provider runs. */
  readonly type: "function";
  /** As the model calls it. */
  readonly name: string;
  /** Runs the tool with its input as JSON text. */
  readonly invoke: (runContext: never, input: string, details?: never) => Promise<unknown>;
  /** Whether the SDK asks before it runs the tool. */
  readonly needsApproval: (runContext: never, input: never, callId?: string) => Promise<boolean>;
  /** What runs before the tool. */
  readonly inputGuardrails?: readonly AgentsGuardrail[] | undefined;
}

/** A guardrail of a tool, as far as it matters here. */
export interface AgentsGuardrail {
  /** What it is a guardrail of. */
  readonly type: "tool_input";
  /** For people. */
  readonly name: string;
  /** Decides on the input of a call. */
  readonly run: (data: never) => Promise<unknown>;
}

interface RunContext {
  readonly isToolApproved: (call: {
    readonly toolName: string;
    readonly callId: string;
  }) => boolean | undefined;
}

interface ToolCall {
  readonly callId: string;
  readonly arguments: string;
}

interface Details {
  readonly toolCall?: ToolCall;
  readonly signal?: AbortSignal;
}

type Invoke = (runContext: RunContext, input: string, details?: Details) => Promise<unknown>;
type NeedsApproval = (runContext: RunContext, input: unknown, callId?: string) => Promise<boolean>;

/**
 * Function tools of the OpenAI Agents SDK, whose calls are decided first. A deny is a guardrail that rejects the call with the
 * policies' reason; where the policies ask, the run is interrupted until `state.approve` or `state.reject`; a rewrite is what the tool is
 * invoked with.
 *
 * @example new Agent({ name: "agent", tools: gateFunctionTools([bash], gatehouse, { kinds: { bash: "shell" } }) })
 */
export function gateFunctionTools<const Tools extends readonly AgentsTool[]>(
  tools: Tools,
  gatehouse: CallDecider,
  options: GateToolsOptions<Tools[number]["name"]> = {},
): { -readonly [Index in keyof Tools]: Tools[Index] } {
  const gate = toolGate(
    gatehouse,
    options,
    tools.map(({ name }) => name),
  );
  return tools.map((tool) => gatedFunction(tool, gate)) as { -readonly [Index in keyof Tools]: Tools[Index] };
}

function gatedFunction(tool: AgentsTool, gate: ToolGate): AgentsTool {
  const toolName = tool.name;
  const isSameInput = approvedInputs();
  const invoke: Invoke = async (runContext, input, details) => {
    const toolCallId = ownOption(details, "toolCall")?.callId;
    const isApproved =
      toolCallId !== undefined &&
      runContext.isToolApproved({ toolName, callId: toolCallId }) === true &&
      isSameInput(runContext, toolCallId, input);
    const call = { toolName, input: parseArguments(input), toolCallId, signal: ownOption(details, "signal") };
    try {
      const admitted = await (await gate.decide(call)).admit(isApproved || undefined);
      return await admitted.run((given) =>
        (tool.invoke as Invoke)(runContext, JSON.stringify(given), details),
      );
    } catch (error) {
      if (error instanceof ToolDenied) return error.message;
      throw error;
    }
  };
  const needsApproval: NeedsApproval = async (runContext, input, callId) => {
    if (await (tool.needsApproval as NeedsApproval)(runContext, input, callId)) return true;
    return (await gate.decide({ toolName, input, toolCallId: callId })).decision.effect === "ask";
  };
  const guardrail = {
    type: "tool_input",
    name: "gatehouse",
    run: async ({ toolCall }: { readonly toolCall: ToolCall }) => {
      const call = { toolName, input: parseArguments(toolCall.arguments), toolCallId: toolCall.callId };
      const { decision } = await gate.decide(call);
      // An ask is settled where the tool is invoked: guardrails may run before a person has answered.
      if (decision.effect !== "deny") return { behavior: { type: "allow" } };
      const { policy, reason } = decision;
      return {
        behavior: { type: "rejectContent", message: toMessage(decision) },
        outputInfo: { policy, reason },
      };
    },
  } as const;
  return { ...tool, invoke, needsApproval, inputGuardrails: [guardrail, ...(tool.inputGuardrails ?? [])] };
}

/** Whether a yes is for what a call has as its input now. */
type IsSameInput = (run: object, callId: string, input: string) => boolean;

/**
 * Remembers which input the number of a call stood for when it was first approved, for each run. Older versions of the SDK know an
 * approved call by its number alone, and a model may use the number of an approved call for another one.
 */
function approvedInputs(): IsSameInput {
  const runs = new WeakMap<object, Map<string, string>>();
  return (run, callId, input) => {
    const inputs = runs.get(run) ?? new Map<string, string>();
    runs.set(run, inputs);
    const first = inputs.get(callId) ?? input;
    inputs.set(callId, first);
    return first === input;
  };
}

/** The arguments of a call; what is not JSON is given as it is, which is not an input, and denied. */
function parseArguments(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

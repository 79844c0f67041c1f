import { ownOption } from "@gatehouse-hooks/json";
import { type AskedAbout, noteQuestion, questionStore, wasAsked } from "../frameworks/question-store.js";
import { type GateToolsOptions, type ToolGate, toolGate } from "../frameworks/tool-gate.js";
import { callKey } from "../approvals/call-approval.js";
import type { EventOf } from "../events/event-input.js";
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
 * invoked with. A yes in the state counts for the very call that was asked about, once: a state may be kept as text, and come back changed.
 *
 * @example new Agent({ name: "agent", tools: gateFunctionTools([bash], gatehouse, { kinds: { bash: "shell" } }) })
 */
export function gateFunctionTools<const Tools extends readonly AgentsTool[]>(
  tools: Tools,
  gatehouse: CallDecider,
  options: GateToolsOptions<Tools[number]["name"]> = {},
): { -readonly [Index in keyof Tools]: Tools[Index] } {
  const asked = questionStore(gatehouse, options);
  const gate = toolGate(
    gatehouse,
    options,
    tools.map(({ name }) => name),
  );
  return tools.map((tool) => gatedFunction(tool, gate, asked)) as {
    -readonly [Index in keyof Tools]: Tools[Index];
  };
}

function gatedFunction(tool: AgentsTool, gate: ToolGate, asked: AskedAbout): AgentsTool {
  const toolName = tool.name;
  const isYes = approvedCalls(asked);
  const invoke: Invoke = async (runContext, input, details) => {
    const toolCallId = ownOption(details, "toolCall")?.callId;
    const call = { toolName, input: parseArguments(input), toolCallId, signal: ownOption(details, "signal") };
    try {
      const decided = await gate.decide(call);
      const isApproved =
        decided.decision.effect === "ask" &&
        toolCallId !== undefined &&
        (await isYes(runContext, decided.event, toolCallId));
      const admitted = await decided.admit(isApproved || undefined);
      return await admitted.run((given) =>
        (tool.invoke as Invoke)(runContext, JSON.stringify(given), details),
      );
    } catch (error) {
      if (error instanceof ToolDenied) return error.message;
      throw error;
    }
  };
  const needsApproval: NeedsApproval = async (runContext, input, callId) => {
    const needed = await (tool.needsApproval as NeedsApproval)(runContext, input, callId);
    const { event, decision } = await gate.decide({ toolName, input, toolCallId: callId, isAhead: true });
    if (decision.effect !== "ask") return needed;
    // Older versions ask again before an approved call runs: that is no question to a person, and it may be another call by now.
    if (callId === undefined || runContext.isToolApproved({ toolName, callId }) !== true)
      await noteQuestion(asked, event, callId);
    return true;
  };
  const guardrail = {
    type: "tool_input",
    name: "gatehouse",
    run: async ({ toolCall }: { readonly toolCall: ToolCall }) => {
      const input = parseArguments(toolCall.arguments);
      const { decision } = await gate.decide({ toolName, input, toolCallId: toolCall.callId, isAhead: true });
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

/** Whether a person has said yes to a call, as far as its run says so and the gate has asked. */
type IsYes = (run: RunContext, event: EventOf<"before_tool_call">, callId: string) => Promise<boolean>;

/** No call has this number: what is approved under it is approved for good. */
const ANY_CALL = "gatehouse: any call";

/**
 * Which calls of each run a person has said yes to. A run says which numbers are approved, and a model may use a number again, or a state
 * come back changed: a yes is for what the gate has asked about under that number. A call that was interrupted within is invoked again.
 */
function approvedCalls(asked: AskedAbout): IsYes {
  const runs = new WeakMap<object, { readonly calls: Set<string>; isForGood: boolean }>();
  return async (run, event, callId) => {
    const { toolName } = event;
    if (run.isToolApproved({ toolName, callId }) !== true) return false;
    const isForGood = run.isToolApproved({ toolName, callId: ANY_CALL }) === true;
    const known = runs.get(run) ?? { calls: new Set<string>(), isForGood: false };
    const id = JSON.stringify([callId, callKey(event)]);
    if (known.calls.has(id) || (known.isForGood && isForGood)) return true;
    if (!(await wasAsked(asked, event, callId))) return false;
    known.calls.add(id);
    known.isForGood = isForGood;
    runs.set(run, known);
    return true;
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

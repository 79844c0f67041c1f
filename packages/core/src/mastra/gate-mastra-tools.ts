import { isSealed, ownOption } from "@gatehouse-hooks/json";
import { type GateToolsOptions, type ToolGate, toolGate } from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { type RequiredApprovals, requiredApprovals } from "./required-approvals.js";

/** A tool of Mastra (`createTool`), as far as it matters here. */
export interface MastraTool {
  /** As the model calls it. */
  readonly id: string;
  /** Runs the tool. */
  readonly execute?: ((input: never, context: never) => Promise<unknown>) | undefined;
  /** Whether Mastra asks before it runs the tool. */
  readonly requireApproval?: boolean | ((input: never, context?: never) => unknown) | undefined;
  /** Told the input before the tool runs. */
  readonly onInputAvailable?: ((options: never) => unknown) | undefined;
}

interface Context {
  readonly agent?: { readonly toolCallId?: string };
  readonly abortSignal?: AbortSignal;
}

interface InputAvailable {
  readonly toolCallId: string;
  readonly input: unknown;
}

type Execute = (input: unknown, context?: Context) => Promise<unknown>;
type RequireApproval = (input: unknown, context?: unknown) => unknown;
type OnInputAvailable = (options: InputAvailable) => unknown;

/**
 * Tools of a Mastra agent, whose calls are decided first. A denied call does not run: its error tells the model why. Where the
 * policies ask, the run is suspended (`requireApproval`) until `approveToolCall` or `declineToolCall`; this takes a storage. A rewrite
 * is what the tool runs with. A tool that is called without an agent cannot wait: what would have to be asked does not happen.
 *
 * @throws TypeError for a tool without `execute`, and an option that is not one
 * @example new Agent({ …, tools: gateMastraTools({ bash }, gatehouse, { kinds: { bash: "shell" } }) })
 */
export function gateMastraTools<Tools extends Readonly<Record<string, MastraTool>>>(
  tools: Tools,
  gatehouse: CallDecider,
  options: GateToolsOptions<keyof Tools & string> = {},
): Tools {
  const gate = toolGate(gatehouse, options, Object.keys(tools));
  const asked = requiredApprovals();
  const gated = Object.entries(tools).map(([name, tool]) => [name, gatedTool(name, tool, gate, asked)]);
  return Object.fromEntries(gated) as Tools;
}

function gatedTool(toolName: string, tool: MastraTool, gate: ToolGate, asked: RequiredApprovals): MastraTool {
  const { requireApproval } = tool;
  const run = tool.execute?.bind(tool) as Execute | undefined;
  if (run === undefined)
    throw new TypeError(
      `tool \`${toolName}\` has no \`execute\`: it runs elsewhere, and cannot be gated here`,
    );
  const execute: Execute = async (input, context) => {
    const toolCallId = ownOption(context, "agent")?.toolCallId;
    const isApproved = asked.wasAsked(toolName, toolCallId, input);
    const call = { toolName, input, toolCallId, signal: ownOption(context, "abortSignal") };
    const admitted = await (await gate.decide(call)).admit(isApproved || undefined);
    return await admitted.run((given) => run(given, context));
  };
  const requires: RequireApproval = async (input, context) => {
    const asks = await isAskedAbout(gate, toolName, input);
    if (asks !== undefined) asked.ask(toolName, input, asks);
    if (asks === true || typeof requireApproval !== "function")
      return asks === true || requireApproval === true;
    return (await (requireApproval as RequireApproval).call(tool, input, context)) === true;
  };
  const onInputAvailable: OnInputAvailable = async (available) => {
    asked.announce(toolName, available.toolCallId, available.input);
    await (tool.onInputAvailable as OnInputAvailable | undefined)?.call(tool, available);
  };
  // Its class stays, and its fields, one of which says that it is a tool.
  const copy = Object.assign(Object.create(Object.getPrototypeOf(tool) as object) as object, tool);
  return Object.assign(copy, { execute, requireApproval: requires, onInputAvailable });
}

/** Whether a person has to be asked; undefined for what cannot be decided: it does not run, and Mastra would ask about what is thrown here. */
async function isAskedAbout(gate: ToolGate, toolName: string, input: unknown): Promise<boolean | undefined> {
  try {
    const { event, decision } = await gate.decide({ toolName, input, isAhead: true });
    return isSealed(event.params) ? decision.effect === "ask" : undefined;
  } catch {
    return undefined;
  }
}

import { ownProperties } from "@gatehouse-hooks/json";
import { noteQuestion, type AskedAbout, questionStore, wasAsked } from "../frameworks/question-store.js";
import {
  type AdmittedCall,
  type GateToolsOptions,
  type ToolGate,
  toolGate,
} from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { isApprovedCall } from "./approved-call.js";

/** A tool of the AI SDK, as far as it matters here. */
export interface SdkTool {
  /** Runs the tool; absent where the client does. */
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  /** Whether the SDK asks before it runs the tool. */
  readonly needsApproval?: boolean | ((input: never, options: never) => unknown) | undefined;
}

/** What the SDK calls the functions of a tool with. */
interface SdkCall {
  readonly toolCallId?: string;
  readonly messages?: unknown;
  readonly abortSignal?: AbortSignal;
}

type Execute = (input: unknown, options: SdkCall) => unknown;
type NeedsApproval = (input: unknown, options: SdkCall) => unknown;

/**
 * Tools of the AI SDK 6 or 7, whose calls are decided first. A denied call does not run: its error tells the model why. Where the
 * policies ask, the SDK requests an approval (`tool-approval-request`), and the call runs when the answer is a yes. A rewrite is what
 * the tool runs with. A yes in the messages counts for the very call that was asked about, once: messages may come from a browser.
 *
 * @throws TypeError for a tool without `execute`: it runs elsewhere, and cannot be kept from running here
 * @example generateText({ model, tools: gateToolSet({ bash }, gatehouse, { kinds: { bash: "shell" } }), prompt })
 */
export function gateToolSet<Tools extends Readonly<Record<string, SdkTool>>>(
  tools: Tools,
  gatehouse: CallDecider,
  options: GateToolsOptions<keyof Tools & string> = {},
): Tools {
  const asked = questionStore(gatehouse, options);
  const gate = toolGate(gatehouse, options, Object.keys(tools));
  const gated = Object.entries(tools).map(
    ([name, tool]) => [name, gatedTool(name, tool, gate, asked)] as const,
  );
  return Object.fromEntries(gated) as Tools;
}

function gatedTool(toolName: string, tool: SdkTool, gate: ToolGate, asked: AskedAbout): SdkTool {
  const { execute, needsApproval } = tool;
  if (execute === undefined)
    throw new TypeError(
      `tool \`${toolName}\` has no \`execute\`: it runs elsewhere, and cannot be gated here; use \`gateToolApproval\``,
    );
  const admit: Admit = async (input, call) => {
    const { toolCallId, messages, abortSignal: signal } = ownProperties(call ?? {});
    const decided = await gate.decide({ toolName, input, toolCallId, signal });
    const isApproved =
      decided.decision.effect === "ask" &&
      isApprovedCall(messages, toolCallId) &&
      (await wasAsked(asked, decided.event, toolCallId));
    return await decided.admit(isApproved || undefined);
  };
  const asks = async (input: unknown, call: SdkCall = {}): Promise<boolean> => {
    const { toolCallId, messages } = ownProperties(call);
    const needed: unknown =
      typeof needsApproval === "function"
        ? await (needsApproval as NeedsApproval).call(tool, input, call)
        : needsApproval;
    // What was approved needs to have been: version 6 denies other approvals, without the policies' reason.
    if (isApprovedCall(messages, toolCallId)) return true;
    const { event, decision } = await gate.decide({ toolName, input, toolCallId, isAhead: true });
    if (needed !== true && decision.effect !== "ask") return false;
    await noteQuestion(asked, event, toolCallId);
    return true;
  };
  const gated = isGenerator(execute) ? streamed(tool, admit) : awaited(tool, admit);
  const marked: SdkTool & { readonly [GATED]: Execute } = {
    ...tool,
    execute: gated,
    [GATED]: gated,
    needsApproval: asks,
  };
  return marked;
}

/** Marks the function that is gated: a copy of the tool with another one is not. */
const GATED = Symbol("gated");

/** Was this tool made by `gateToolSet`? */
export function isGatedTool(tool: unknown): boolean {
  if (typeof tool !== "object" || tool === null || !Object.hasOwn(tool, GATED)) return false;
  const { execute, [GATED]: gated } = tool as { readonly execute?: unknown; readonly [GATED]?: unknown };
  return gated !== undefined && gated === execute;
}

type Admit = (input: unknown, call: SdkCall | undefined) => Promise<AdmittedCall<unknown>>;

/** A tool that yields its preliminary results keeps yielding them. */
function streamed(tool: SdkTool, admit: Admit): Execute {
  return async function* (input, call): AsyncGenerator {
    const admitted = await admit(input, call);
    try {
      const outputs = (tool.execute as Execute)(admitted.input, call);
      if (!isAsyncIterable(outputs)) return;
      for await (const one of outputs) yield await admitted.output(one);
    } catch (error) {
      throw await admitted.failure(error);
    }
  };
}

function awaited(tool: SdkTool, admit: Admit): Execute {
  return async (input, call) => {
    const admitted = await admit(input, call);
    return await admitted.run(async (given) => {
      const output = await (tool.execute as Execute)(given, call);
      if (!isAsyncIterable(output)) return output;
      // The SDK looks for results one by one before the call is decided: the last one is the result.
      let last: unknown;
      for await (const one of output) last = one;
      return last;
    });
  };
}

function isGenerator(execute: (...args: never) => unknown): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

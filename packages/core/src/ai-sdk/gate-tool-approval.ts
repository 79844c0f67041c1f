import { own } from "@gatehouse-hooks/json";
import { noteQuestion, questionStore } from "../frameworks/question-store.js";
import { type GateToolsOptions, toolGate } from "../frameworks/tool-gate.js";
import type { CallDecider } from "../gatehouse.js";
import { toMessage } from "../to-message.js";
import { isApprovedCall } from "./approved-call.js";
import { isGatedTool } from "./gate-tool-set.js";

/** A call, as the AI SDK gives it to `toolApproval`. */
export interface SdkToolCall {
  /** The call, as the SDK gives it. */
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
  /** The tools of the call, by their names. */
  readonly tools?: Readonly<Record<string, unknown>> | undefined;
  /** The conversation so far. */
  readonly messages?: unknown;
}

/** What `toolApproval` may answer. */
export type SdkApprovalStatus =
  | { readonly type: "denied" | "user-approval"; readonly reason: string }
  | undefined;

/**
 * The `toolApproval` of the AI SDK 7: denies with the policies' reason, and requests an approval where they ask. For tools that run
 * elsewhere too (in a browser). It cannot rewrite: a call that a policy rewrites is denied, unless its tool is one of `gateToolSet`,
 * which does.
 *
 * @example generateText({ model, tools, toolApproval: gateToolApproval(gatehouse), prompt })
 */
export function gateToolApproval(
  gatehouse: CallDecider,
  options: GateToolsOptions = {},
): (call: SdkToolCall) => Promise<SdkApprovalStatus> {
  const asked = questionStore(gatehouse, options);
  const gate = toolGate(gatehouse, options);
  return async ({ toolCall: { toolName, toolCallId, input }, tools, messages }) => {
    const { event, decision } = await gate.decide({
      toolName,
      toolCallId,
      input,
      isAhead: isGatedTool(own(tools, toolName)),
    });
    if (decision.effect === "deny") return { type: "denied", reason: toMessage(decision) };
    if (decision.updatedInput !== undefined && !isGatedTool(own(tools, toolName)))
      return {
        type: "denied",
        reason: `a policy rewrites this call, and \`${toolName}\` cannot be rewritten`,
      };
    if (decision.effect !== "ask") return undefined;
    // The SDK asks again before an approved call runs: that is no question to a person, and it may be another call by now.
    if (!isApprovedCall(messages, toolCallId)) await noteQuestion(asked, event, toolCallId);
    return { type: "user-approval", reason: decision.reason };
  };
}

import type { Decision } from "@gatehouse-hooks/engine";
import { own } from "@gatehouse-hooks/json";
import { callKey } from "../approvals/call-approval.js";
import type { EventOf } from "../events/event-input.js";

/** The value of the interrupt that a call waits with: a `HITLRequest` of LangChain, and which call it is. */
export interface CallRequest {
  /** The call that is asked about. */
  readonly actionRequests: readonly [
    {
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly description: string;
    },
  ];
  /** What the person may answer. */
  readonly reviewConfigs: readonly [
    { readonly actionName: string; readonly allowedDecisions: readonly ["approve", "reject"] },
  ];
  /** SHA-256 of what the call is, in hex (`callHash`). */
  readonly call: string;
}

/** What the graph is resumed with: a `HITLResponse` of LangChain, and which call it is about. */
export interface CallAnswer {
  /** One for the call that was asked about. */
  readonly decisions: readonly [{ readonly type: "approve" | "reject"; readonly call: string }];
}

/** The request for a call that the policies ask about. */
export function requestFor(event: EventOf<"before_tool_call">, { policy, reason }: Decision): CallRequest {
  const { toolName: name, params: args } = event;
  const description = policy === null ? reason : `${reason} (\`${policy}\`)`;
  return {
    actionRequests: [{ name, args, description }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "reject"] }],
    call: callKey(event),
  };
}

/**
 * A person's answer.
 *
 * @example new Command({ resume: answerTo(request, true) })
 */
export function answerTo({ call }: Pick<CallRequest, "call">, yes: boolean): CallAnswer {
  return { decisions: [{ type: yes ? "approve" : "reject", call }] };
}

/**
 * Is this a yes to the call? LangGraph gives answers to interrupts by their order, which calls that run side by side do not keep:
 * only a call that is alone may be answered without saying which it is.
 *
 * @param answer what the graph was resumed with
 * @param isAlone the model made no other call
 */
export function isYesTo({ call }: CallRequest, answer: unknown, isAlone: boolean): boolean {
  const decisions = own(answer, "decisions");
  if (!Array.isArray(decisions) || decisions.length !== 1) return false;
  const decision: unknown = decisions[0];
  if (own(decision, "type") !== "approve") return false;
  const about = own(decision, "call");
  return about === call || (isAlone && about === undefined);
}

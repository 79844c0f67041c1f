import type { Decision } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import { applyRewrite } from "./apply-rewrite.js";
import { approve, type ApproveOptions } from "./approvals/approve.js";
import type { EventFields, EventOf } from "./events/event-input.js";
import type { CallDecider } from "./gatehouse.js";
import { ToolDenied } from "./gatehouse-error.js";
import { copyOfSealed, sealInput } from "./sealed-input.js";

/** A call as its tool's author knows it. */
export interface CallAbout {
  /** What the tool does: policies for kinds of tools apply then. */
  readonly kind?: ToolKind | undefined;
  /** More fields of the event, for example `sessionKey` and `cwd`; of each call where it is a function. */
  readonly event?: EventFields | ((input: object) => EventFields) | undefined;
}

/** How a decision on a call is settled. */
export interface SettleOptions {
  /** Asks a person; absent, or what it throws: a no. Callers without types may answer anything: only `true` is a yes. */
  readonly ask?:
    | ((decision: Decision, event: EventOf<"before_tool_call">) => boolean | Promise<boolean>)
    | undefined;
  /** How the yes is made into an approval. */
  readonly approval?: ApproveOptions | undefined;
  /** Stops the decision. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The event that a call of a tool is decided as. Its parameters are a sealed copy of the input.
 */
export function callEvent(
  toolName: string,
  input: object,
  { kind, event: more }: CallAbout = {},
): EventOf<"before_tool_call"> {
  const params = sealInput(input) as Readonly<Record<string, unknown>>;
  return {
    ...(typeof more === "function" ? more(params) : more),
    ...(kind !== undefined && { tool: { name: toolName, kind } }),
    event: "before_tool_call",
    toolName,
    params,
  };
}

/**
 * The input that a call may be made with, by the decision on it: a copy of what was decided, as the decision rewrites it.
 *
 * @param event of {@link callEvent}
 * @throws ToolDenied (as a rejection) where it must not be made; the reason of the signal where the call was stopped meanwhile
 */
export async function settleCall<Input>(
  gatehouse: CallDecider,
  event: EventOf<"before_tool_call">,
  decision: Decision,
  { ask, approval, signal }: SettleOptions = {},
): Promise<Input> {
  if (decision.effect === "deny") throw new ToolDenied(decision);
  if (decision.effect !== "ask") return inputOf<Input>(event, decision, signal);
  if (ask === undefined) throw new ToolDenied(decision);
  if (!(await saysYes(ask, decision, event))) throw new ToolDenied(refused(decision));
  // Decided anew: what is approved is this call, as the policies see it now.
  const approved = await gatehouse.decideUnknown(event, {
    signal,
    approvals: [approve(decision, event, approval)],
  });
  if (approved.effect === "deny" || approved.effect === "ask") throw new ToolDenied(approved);
  return inputOf<Input>(event, approved, signal);
}

/** What the tool is given: a copy that it may change, of the value that was decided on. */
function inputOf<Input>(
  { params }: EventOf<"before_tool_call">,
  decision: Decision,
  signal: AbortSignal | undefined,
): Input {
  signal?.throwIfAborted();
  // INVARIANT: only what was sealed runs. What could not be sealed is no event, which is denied before it comes here.
  const copy = copyOfSealed(params);
  if (copy === undefined)
    throw new ToolDenied({ ...decision, effect: "deny", reason: "its input is not a plain JSON object" });
  return applyRewrite(copy, decision) as Input;
}

/** What the model is told after a no: not that its call still waits. */
function refused(decision: Decision): Decision {
  return {
    ...decision,
    effect: "deny",
    reason: `a person was asked, and has not said yes: ${decision.reason}`,
  };
}

/** Whether a person says yes: callers without types may answer anything, and a string is not a yes. */
export async function saysYes(
  ask: NonNullable<SettleOptions["ask"]>,
  decision: Decision,
  event: EventOf<"before_tool_call">,
): Promise<boolean> {
  try {
    const answer: unknown = await ask(decision, event);
    return answer === true;
  } catch {
    return false;
  }
}

import type { Decision } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import { approve, type ApproveOptions } from "./approvals/approve.js";
import type { EventFields, EventOf } from "./events/event-input.js";
import type { CallDecider } from "./gatehouse.js";
import { ToolDenied } from "./gatehouse-error.js";
import { isRecord, isSealed, sealJson } from "@gatehouse-hooks/json";

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

/**
 * A copy of a call's input that nobody can change: what is decided, shown to a person and run is this one value, whatever becomes of the
 * caller's object meanwhile. What is not plain data stays as it is, and is no event: deciding denies it.
 */
export function sealInput(input: unknown): unknown {
  return sealJson(input).value ?? input;
}

/** What a tool is given: a copy that it may change of what was decided on; `undefined` for what was not sealed. */
export function copyOfSealed(input: unknown): Record<string, unknown> | undefined {
  if (!isSealed(input)) return undefined;
  const copy: unknown = JSON.parse(JSON.stringify(input));
  return isRecord(copy) ? copy : undefined;
}

/**
 * The input that a call is made with: as the decision rewrites it. Keys that the decision names are set, all others stay.
 *
 * @throws TypeError when the decision does not let the call happen: what was denied has no input
 */
export function applyRewrite<Input extends object>(
  input: Input,
  decision: Pick<Decision, "effect" | "updatedInput">,
): Input {
  if (decision.effect === "deny" || decision.effect === "ask")
    throw new TypeError(`the decision is \`${decision.effect}\`: the call does not happen with any input`);
  const { updatedInput } = decision;
  if (updatedInput === undefined) return input;
  // Spread writes own data properties, `__proto__` among them.
  return { ...input, ...updatedInput };
}

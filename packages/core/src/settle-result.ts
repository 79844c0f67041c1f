import { type Decision, hearsOf, refusal } from "@gatehouse-hooks/engine";
import type { EventFields, EventOf } from "./events/event-input.js";
import type { CallDecider } from "./gatehouse.js";
import { ToolDenied } from "./gatehouse-error.js";
import { withheldMessage } from "./to-message.js";

/** A call that may be made, as it was decided on. */
type Called = EventOf<"before_tool_call">;

/** How a framework has what its model reads of a result. */
export interface ResultForm {
  /** What the model reads. */
  readonly read: (output: unknown) => unknown;
  /** The output, with something else to be read in its place. */
  readonly write: (output: unknown, read: unknown) => unknown;
}

const WHOLE: ResultForm = { read: (output) => output, write: (_, read) => read };

const EVENT = "after_tool_call";

/** Whether policies look at results: otherwise a call costs no second decision. What cannot be seen may. */
export function decidesResults({ policies }: CallDecider): boolean {
  return policies === undefined || hearsOf(policies, EVENT);
}

/** How a result is decided. */
interface ResultOptions {
  readonly form?: ResultForm | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a tool, and gives what its model may read: as the policies for `after_tool_call` leave it. What a tool throws is decided, too.
 *
 * @param call as it was decided on
 * @param input what the tool is given
 * @throws ToolDenied (as a rejection) where the result is withheld, which it is, too, where it cannot be read
 */
export async function runDecided(
  gatehouse: CallDecider,
  call: Called,
  input: unknown,
  run: () => unknown,
  options: ResultOptions = {},
): Promise<unknown> {
  let output: unknown;
  try {
    output = await run();
  } catch (error) {
    throw await decidedFailure(gatehouse, call, input, error, options);
  }
  return await decidedOutput(gatehouse, call, input, output, options);
}

/** What a model may read of an output, as {@link runDecided} gives it. */
export async function decidedOutput(
  gatehouse: CallDecider,
  call: Called,
  input: unknown,
  output: unknown,
  options: ResultOptions = {},
): Promise<unknown> {
  if (!decidesResults(gatehouse)) return output;
  return await decidedResult(gatehouse, called(call, input), output, options);
}

/** What is thrown in place of what a tool has thrown, as {@link runDecided} throws it. */
export async function decidedFailure(
  gatehouse: CallDecider,
  call: Called,
  input: unknown,
  error: unknown,
  options: ResultOptions = {},
): Promise<unknown> {
  if (error instanceof ToolDenied || !decidesResults(gatehouse)) return error;
  return await decidedError(gatehouse, called(call, input), error, options);
}

function called({ event: _event, params, ...fields }: Called, input: unknown): EventFields {
  const given = asJson(input);
  return { ...fields, event: EVENT, params: typeof given === "object" && given !== null ? given : params };
}

async function decidedResult(
  gatehouse: CallDecider,
  after: EventFields,
  output: unknown,
  { form = WHOLE, signal }: ResultOptions,
): Promise<unknown> {
  const result = output === undefined ? undefined : asJson(form.read(output));
  if (result === UNREADABLE) throw withheld(refusal("it is not data that can be looked through"));
  const event = { ...after, ...(result !== undefined && { result }) };
  const decision = await gatehouse.decideUnknown(event, { signal });
  if (decision.effect === "deny" || decision.effect === "ask") throw withheld(decision);
  const { updatedInput } = decision;
  return updatedInput !== undefined && Object.hasOwn(updatedInput, "result")
    ? form.write(output, updatedInput["result"])
    : output;
}

/** What is thrown in place of an error: the same one, where the policies have nothing to say to it. */
async function decidedError(
  gatehouse: CallDecider,
  after: EventFields,
  error: unknown,
  { signal }: ResultOptions,
): Promise<unknown> {
  // A graph that waits says so by throwing.
  if (typeof error === "object" && error !== null && "is_bubble_up" in error) return error;
  const text = error instanceof Error ? error.message : String(error);
  const decision = await gatehouse.decideUnknown({ ...after, error: text }, { signal });
  if (decision.effect === "deny" || decision.effect === "ask") return withheld(decision);
  const said = decision.updatedInput?.["error"];
  return typeof said === "string" ? new Error(said) : error;
}

function withheld(decision: Decision): ToolDenied {
  return new ToolDenied({ ...decision, effect: "deny" }, withheldMessage(decision));
}

const UNREADABLE = Symbol("unreadable");

/** As a framework writes it for the model. */
function asJson(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? JSON.parse(text) : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

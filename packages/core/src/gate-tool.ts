import type { Decision } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import { applyRewrite } from "./apply-rewrite.js";
import { approve } from "./approvals/approve.js";
import type { EventFields, EventOf } from "./events/event-input.js";
import type { Gatehouse } from "./gatehouse.js";
import { toMessage } from "./to-message.js";

/** Something that a model may call: most frameworks have a name, and a function of the input. */
export interface CallableTool {
  readonly name: string;
  readonly execute: (input: never, ...rest: never[]) => unknown;
}

/** The same tool, whose calls are decided first. */
export type GatedTool<Tool extends CallableTool> = Omit<Tool, "execute"> & {
  readonly execute: (...args: Parameters<Tool["execute"]>) => Promise<Awaited<ReturnType<Tool["execute"]>>>;
};

/** What a call is decided with. */
export interface GateToolOptions {
  /** What the tool does: policies for kinds of tools apply then. */
  readonly kind?: ToolKind;
  /** More fields of the event, for example `sessionKey` and `cwd`; of each call where it is a function. */
  readonly event?: EventFields | ((input: object) => EventFields);
  /**
   * Asks a person, and resolves to true for a yes. Absent: what would have to be asked does not happen. What it throws is a no.
   */
  readonly ask?: (decision: Decision, event: EventOf<"before_tool_call">) => boolean | Promise<boolean>;
  readonly signal?: AbortSignal;
}

/** A call that did not happen. Its message is for the model. */
export class ToolDenied extends Error {
  override readonly name = "ToolDenied";
  readonly code = "tool-denied";
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(toMessage(decision));
    this.decision = decision;
  }
}

/**
 * A tool that runs only where the policies let it: a deny is thrown before anything runs, an ask waits for a person, a rewrite is
 * what it runs with.
 *
 * @throws ToolDenied (as a rejection of `execute`)
 */
export function gateTool<Tool extends CallableTool>(
  tool: Tool,
  gatehouse: Gatehouse,
  options: GateToolOptions = {},
): GatedTool<Tool> {
  const execute = async (input: object, ...rest: readonly unknown[]): Promise<unknown> => {
    const given = await gateCall(gatehouse, tool.name, input, options);
    return await (tool.execute as (...args: readonly unknown[]) => unknown)(given, ...rest);
  };
  return { ...tool, execute } as unknown as GatedTool<Tool>;
}

/**
 * The input that a call may be made with.
 *
 * @throws ToolDenied (as a rejection) where it must not be made
 */
export async function gateCall<Input extends object>(
  gatehouse: Gatehouse,
  toolName: string,
  input: Input,
  { kind, event: more, ask, signal }: GateToolOptions = {},
): Promise<Input> {
  const event: EventOf<"before_tool_call"> = {
    ...(typeof more === "function" ? more(input) : more),
    ...(kind !== undefined && { tool: { name: toolName, kind } }),
    event: "before_tool_call",
    toolName,
    params: input as Readonly<Record<string, unknown>>,
  };
  const decision = await gatehouse.decide(event, { signal });
  if (decision.effect === "deny") throw new ToolDenied(decision);
  if (decision.effect !== "ask") return applyRewrite(input, decision);
  if (ask === undefined || !(await saysYes(ask, decision, event))) throw new ToolDenied(decision);
  // Decided anew: what is approved is this call, as the policies see it now.
  const approved = await gatehouse.decide(event, { signal, approvals: [approve(decision, event)] });
  if (approved.effect === "deny" || approved.effect === "ask") throw new ToolDenied(approved);
  return applyRewrite(input, approved);
}

async function saysYes(
  ask: NonNullable<GateToolOptions["ask"]>,
  decision: Decision,
  event: EventOf<"before_tool_call">,
): Promise<boolean> {
  try {
    // Callers without types may answer anything: a string is not a yes.
    const answer: unknown = await ask(decision, event);
    return answer === true;
  } catch {
    return false;
  }
}

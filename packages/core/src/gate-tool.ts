import { ownOption, ownProperties } from "@gatehouse-hooks/json";
import { type RequireKinds, requireKinds } from "./frameworks/require-kinds.js";
import type { Gatehouse } from "./gatehouse.js";
import { type CallAbout, callEvent, settleCall, type SettleOptions } from "./settle-call.js";

/** Something that a model may call: most frameworks have a name, and a function of the input. */
export interface CallableTool {
  /** As policies name it. */
  readonly name: string;
  /** Runs the tool with its input. */
  readonly execute: (input: never, ...rest: never[]) => unknown;
}

/** The same tool, whose calls are decided first. */
export type GatedTool<Tool extends CallableTool> = Omit<Tool, "execute"> & {
  readonly execute: (...args: Parameters<Tool["execute"]>) => Promise<Awaited<ReturnType<Tool["execute"]>>>;
};

/** What a call is decided with, and who is asked. */
export interface GateToolOptions extends CallAbout, SettleOptions {}

/**
 * A tool that runs only where the policies let it: a deny is thrown before anything runs, an ask waits for a person, a rewrite is
 * what it runs with. The tool gets a copy of the input as it was decided on.
 *
 * @throws TypeError for a tool without a kind under policies over facts, where nothing else says what it does
 * @throws ToolDenied (as a rejection of `execute`)
 */
export function gateTool<Tool extends CallableTool>(
  tool: Tool,
  gatehouse: Gatehouse,
  options: GateToolOptions = {},
): GatedTool<Tool> {
  const require = requireKind(gatehouse, options);
  require([tool.name]);
  const execute = async (input: object, ...rest: readonly unknown[]): Promise<unknown> => {
    require([tool.name]);
    const given = await settledCall(gatehouse, tool.name, input, ownProperties(options));
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
  given: GateToolOptions = {},
): Promise<Input> {
  requireKind(gatehouse, given)([toolName]);
  return await settledCall(gatehouse, toolName, input, ownProperties(given));
}

async function settledCall<Input extends object>(
  gatehouse: Gatehouse,
  toolName: string,
  input: Input,
  options: GateToolOptions,
): Promise<Input> {
  const event = callEvent(toolName, input, options);
  const decision = await gatehouse.decide(event, { signal: options.signal });
  return await settleCall<Input>(gatehouse, event, decision, options);
}

function requireKind(gatehouse: Gatehouse, given: GateToolOptions): RequireKinds {
  return requireKinds(
    gatehouse,
    () => ownOption(given, "kind"),
    () => '`kind: "shell"`',
  );
}

import { ownOption, ownProperties } from "@gatehouse-hooks/json";
import { type RequireKinds, requireKinds } from "./frameworks/require-kinds.js";
import type { EventOf } from "./events/event-input.js";
import type { Gatehouse } from "./gatehouse.js";
import { runDecided } from "./settle-result.js";
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
 * what it runs with. The tool gets a copy of the input as it was decided on. Its result is what the policies for `after_tool_call` leave
 * of it.
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
    const own = ownProperties(options);
    const event = callEvent(tool.name, input, own);
    const given = await settledCall(gatehouse, event, own);
    const run = tool.execute as (...args: readonly unknown[]) => unknown;
    return await runDecided(gatehouse, event, given, () => run(given, ...rest), { signal: own.signal });
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
  const own = ownProperties(given);
  return await settledCall<Input>(gatehouse, callEvent(toolName, input, own), own);
}

async function settledCall<Input extends object>(
  gatehouse: Gatehouse,
  event: EventOf<"before_tool_call">,
  options: GateToolOptions,
): Promise<Input> {
  const decision = await gatehouse.decide(event, { signal: options.signal, remembers: "unless-asked" });
  return await settleCall<Input>(gatehouse, event, decision, options);
}

function requireKind(gatehouse: Gatehouse, given: GateToolOptions): RequireKinds {
  return requireKinds(
    gatehouse,
    () => ownOption(given, "kind"),
    () => '`kind: "shell"`',
  );
}

import type { Decision } from "@gatehouse-hooks/engine";
import { type JsonObject, shorten } from "@gatehouse-hooks/json";
import { finishWithin } from "../finish-within.js";
import { applyRewrite } from "../settle-call.js";
import { approve } from "../approvals/approve.js";
import type { EventFields, EventOf } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { toMessage } from "../to-message.js";
import type { McpCall } from "./read-mcp-call.js";
import type { ToolDoubt } from "./listed-tools.js";

/** What decides. */
export type McpDecider = Pick<Gatehouse, "decide">;

/** What becomes of an ask that the client cannot put to a person. Default: a deny. */
export type SettleUnasked = (
  decision: Decision,
  event: EventOf<"before_tool_call">,
) => Decision | Promise<Decision>;

/** How one call is decided. */
export interface DecideCallOptions {
  readonly gatehouse: McpDecider;
  /** The server's name. */
  readonly server: string;
  readonly event: EventFields;
  /** Milliseconds for policies, without those that a person takes. */
  readonly decideMs: number;
  /** Puts the question to a person; undefined where the client cannot. */
  readonly ask?:
    | ((decision: Decision, call: McpCall, doubt?: ToolDoubt) => Promise<"yes" | "no" | "too long">)
    | undefined;
  /** Does the server list the tool? A call of one that it does not is not decided. Absent: it does. */
  readonly isListed?: (tool: string) => Promise<boolean>;
  /** Why a person has to see the call, whatever the policies say: its tool is not as a person has accepted it. */
  readonly doubt?: ((tool: string) => Promise<ToolDoubt | undefined>) | undefined;
  /** Such a call is denied, and no person is asked. */
  readonly deniesDoubt?: boolean;
  readonly unasked?: SettleUnasked | undefined;
  readonly signal: AbortSignal;
}

/** What becomes of a call. */
type CallOutcome =
  | { readonly kind: "forward"; readonly args?: JsonObject; readonly told: string }
  | { readonly kind: "denied"; readonly told: string };

/** UTF-16 code units of a name that no server lists, where it is shown. */
const SHOWN_NAME = 100;
/** Parameters of the event that say whose the call is. They are not arguments. */
const DERIVED = ["server", "tool"];

/** The event of a call: as hosts make it of an agent's `mcp__SERVER__TOOL` (engine SPEC, "Canonical events"). */
export function callEventOf(
  { tool, args }: McpCall,
  server: string,
  fields: EventFields,
): EventOf<"before_tool_call"> {
  const name = `mcp__${server}__${tool}`;
  return {
    host: "mcp-gate",
    ...fields,
    event: "before_tool_call",
    toolName: name,
    tool: { name, kind: "mcp" },
    params: { ...args, server, tool },
  };
}

/** Decides one call. Never rejects: a gate that fails denies. */
export async function decideCall(call: McpCall, options: DecideCallOptions): Promise<CallOutcome> {
  const { isListed, decideMs, signal } = options;
  try {
    if (
      isListed !== undefined &&
      !(await finishWithin(decideMs, signal, async () => await isListed(call.tool)))
    )
      return failed(`the server lists no tool \`${shorten(call.tool, SHOWN_NAME)}\``);
    const event = callEventOf(call, options.server, options.event);
    const decision = await settled(call, event, options);
    const told = toMessage(decision);
    if (decision.effect === "deny" || decision.effect === "ask") return { kind: "denied", told };
    const { updatedInput } = decision;
    const odd = DERIVED.find((key) => updatedInput !== undefined && Object.hasOwn(updatedInput, key));
    if (odd !== undefined)
      return failed(`a policy rewrites \`${odd}\`, which says whose the call is and is not an argument`);
    const args = applyRewrite(call.args ?? {}, decision);
    const none = call.args === undefined && Object.keys(args).length === 0;
    return { kind: "forward", ...(!none && { args }), told };
  } catch (error) {
    return failed(`gatehouse failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function settled(
  call: McpCall,
  event: EventOf<"before_tool_call">,
  options: DecideCallOptions,
): Promise<Decision> {
  const { gatehouse, decideMs, ask, unasked, signal, deniesDoubt = false } = options;
  const decision = await finishWithin(decideMs, signal, (until) =>
    gatehouse.decide(event, { signal: until, remembers: "unless-asked" }),
  );
  if (decision.effect === "deny") return decision;
  const doubt = await doubtOf(call, options);
  if (doubt !== undefined && deniesDoubt) return denied({ ...decision, policy: null, reason: "" }, doubt.why);
  const asked = doubt === undefined ? decision : doubted(decision, doubt);
  if (asked.effect !== "ask") return asked;
  if (ask === undefined) {
    const other = unasked === undefined ? asked : await unasked(asked, event);
    return other.effect === "ask"
      ? denied(other, "this client cannot ask a person, who has to approve it")
      : other;
  }
  const answer = await ask(asked, call, doubt);
  if (answer === "too long")
    return denied(asked, "the call is too long to be shown, so it cannot be approved");
  if (answer !== "yes") return denied(asked, "a person did not approve it");
  if (doubt !== undefined && !isSame(doubt, await doubtOf(call, options)))
    return denied(asked, "the tool has changed once more since a person was asked");
  return await decidedAgain(decision, event, options);
}

/** After a yes: what is approved is this call, as the policies see it now. */
async function decidedAgain(
  decision: Decision,
  event: EventOf<"before_tool_call">,
  { gatehouse, decideMs, signal }: DecideCallOptions,
): Promise<Decision> {
  const isAsked = decision.effect === "ask";
  const approvals = isAsked ? [approve(decision, event)] : [];
  const remembers = isAsked ? "always" : "never";
  const again = await finishWithin(decideMs, signal, (until) =>
    gatehouse.decide(event, { signal: until, approvals, remembers }),
  );
  return again.effect === "ask" ? denied(again, "it would have to be approved once more") : again;
}

async function doubtOf(
  { tool }: McpCall,
  { doubt, decideMs, signal }: DecideCallOptions,
): Promise<ToolDoubt | undefined> {
  return doubt === undefined
    ? undefined
    : await finishWithin(decideMs, signal, async () => await doubt(tool));
}

/** No policy asks this, so no approval of what a policy asks answers it. */
function doubted(decision: Decision, { why }: ToolDoubt): Decision {
  const own = decision.effect === "ask" ? decision.reason : "";
  return { ...decision, effect: "ask", policy: null, reason: own === "" ? why : `${own}; ${why}` };
}

function isSame(doubt: ToolDoubt, again: ToolDoubt | undefined): boolean {
  // Accepted meanwhile.
  if (again === undefined) return true;
  return doubt.why === again.why && doubt.lines.join("\n") === again.lines.join("\n");
}

function denied(decision: Decision, why: string): Decision {
  const reason = decision.reason === "" ? why : `${decision.reason}; ${why}`;
  return { ...decision, effect: "deny", reason };
}

function failed(why: string): CallOutcome {
  return { kind: "denied", told: `This call was denied: ${why}.` };
}

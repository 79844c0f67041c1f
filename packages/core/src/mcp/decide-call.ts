import type { Decision } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { applyRewrite } from "../apply-rewrite.js";
import { approve } from "../approvals/approve.js";
import type { EventFields, EventOf } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { toMessage } from "../to-message.js";
import type { McpCall } from "./read-call.js";

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
  readonly ask?: ((decision: Decision, call: McpCall) => Promise<"yes" | "no" | "too long">) | undefined;
  readonly unasked?: SettleUnasked | undefined;
  readonly signal: AbortSignal;
}

/** What becomes of a call. */
export type CallOutcome =
  | { readonly kind: "forward"; readonly args?: JsonObject; readonly told: string }
  | { readonly kind: "denied"; readonly told: string };

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
  try {
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
  { gatehouse, decideMs, ask, unasked, signal }: DecideCallOptions,
): Promise<Decision> {
  const decision = await within(decideMs, signal, (until) => gatehouse.decide(event, { signal: until }));
  if (decision.effect !== "ask") return decision;
  if (ask === undefined) {
    const other = unasked === undefined ? decision : await unasked(decision, event);
    return other.effect === "ask"
      ? denied(other, "this client cannot ask a person, who has to approve it")
      : other;
  }
  const answer = await ask(decision, call);
  if (answer === "too long")
    return denied(decision, "the call is too long to be shown, so it cannot be approved");
  if (answer !== "yes") return denied(decision, "a person did not approve it");
  const approvals = [approve(decision, event)];
  // Decided anew: what is approved is this call, as the policies see it now.
  const again = await within(decideMs, signal, (until) =>
    gatehouse.decide(event, { signal: until, approvals }),
  );
  return again.effect === "ask" ? denied(again, "it would have to be approved once more") : again;
}

function denied(decision: Decision, why: string): Decision {
  const reason = decision.reason === "" ? why : `${decision.reason}; ${why}`;
  return { ...decision, effect: "deny", reason };
}

function failed(why: string): CallOutcome {
  return { kind: "denied", told: `This call was denied: ${why}.` };
}

/** @throws where it takes longer, or the call was cancelled */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no decision within ${ms / 1_000} s`)), ms);
    cancel = () => reject(new Error("the call was cancelled"));
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
  });
  const working = work(ending.signal);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
    if (cancel !== undefined) signal.removeEventListener("abort", cancel);
    ending.abort();
    // It may still fail after its time, which changes nothing.
    working.catch(() => undefined);
  }
}

import type { CanUseTool, PermissionResult } from "@anthropic-ai/claude-agent-sdk";
import type { Decision } from "@gatehouse-hooks/engine";
import { isRecord, own } from "@gatehouse-hooks/json";
import { refuseUnknownOptions } from "@gatehouse-hooks/runtime/portable";
import { approve } from "../approvals/approve.js";
import type { EventFields, EventOf } from "../events/event-input.js";
import type { Gatehouse } from "../gatehouse.js";
import { saysYes, copyOfSealed, sealInput } from "../settle-call.js";
import { toMessage } from "../to-message.js";
import { beginPromptedCalls, isOfHook } from "./prompted-calls.js";
import { type AnsweredPayload, answerPayload } from "./claude-code.js";

/** How permission prompts are answered. */
export interface CanUseToolOptions {
  /**
   * Asks a person; only `true` is a yes, and what it throws is a no. It is asked where a policy asks, and where no policy says anything:
   * the SDK asks for permission only where its own rules do not allow a call. Absent: neither happens.
   */
  readonly ask?: (decision: Decision, event: EventOf<"before_tool_call">) => boolean | Promise<boolean>;
  /** Who answers where no policy says anything, in place of `ask`: a permission prompt of your own. */
  readonly otherwise?: CanUseTool;
  /** More fields of the events, for example `sessionKey` and `cwd`. */
  readonly event?: EventFields;
  /** Milliseconds for a decision. Default 45,000; afterwards it is a deny. */
  readonly deadlineMs?: number;
}

const OPTIONS: ReadonlySet<string> = new Set<keyof CanUseToolOptions>([
  "ask",
  "otherwise",
  "event",
  "deadlineMs",
]);
const DEADLINE_MS = 45_000;

/**
 * The answer to a query's permission prompts: `query({ prompt, options: { hooks: hooks(gatehouse), canUseTool:
 * canUseTool(gatehouse, { ask }) } })`. It is not called for what the SDK's own rules allow, so `hooks` belongs beside it.
 *
 * @throws TypeError for an unknown option
 */
export function canUseTool(gatehouse: Gatehouse, options: CanUseToolOptions = {}): CanUseTool {
  refuseUnknownOptions(options, OPTIONS);
  const { ask, otherwise, event: fields, deadlineMs = DEADLINE_MS } = options;
  const calls = beginPromptedCalls(gatehouse);
  return async (toolName, given, context) => {
    const sealed = sealInput(given);
    const input = copyOfSealed(sealed);
    // INVARIANT: only what was sealed is decided on, so nothing else may run.
    if (input === undefined)
      return { behavior: "deny", message: "This call was denied: its input is not a plain JSON object." };
    const hooked = calls.find(context.toolUseID);
    const payload = {
      ...hooked?.payload,
      hook_event_name: "PreToolUse",
      tool_name: toolName,
      tool_input: sealed,
      tool_use_id: context.toolUseID,
    };
    const settings = { event: fields, deadlineMs };
    const isCounted = calls.isCounted(hooked);
    const call = { signal: context.signal, remembers: isCounted ? "never" : "unless-asked" } as const;
    // Memory has the call that a hook has let through, so that it is not decided again as one more.
    const first =
      isCounted && isOfHook(hooked, toolName, input)
        ? hooked.answered
        : await answerPayload(gatehouse, payload, { ...settings, call });
    const { effect } = first.decision;
    if (effect === "abstain" && otherwise !== undefined && !isDenied(first)) {
      return await otherwise(toolName, inputOf(first, input), context);
    }
    if (effect === "allow" || isDenied(first)) return resultOf(first, input);
    const event = { ...fields, ...first.event } as unknown as EventOf<"before_tool_call">;
    if (ask === undefined || !(await saysYes(ask, first.decision, event))) return refused(first.decision);
    if (effect === "abstain") return resultOf(first, input);
    // Decided anew: what is approved is this call, as the policies see it now.
    const approvals = [approve(first.decision, event)];
    const approved = { ...call, approvals, remembers: isCounted ? "never" : "always" } as const;
    const again = await answerPayload(gatehouse, payload, { ...settings, call: approved });
    if (hooked !== undefined) calls.count(hooked);
    return resultOrRefusal(again, input);
  };
}

function resultOrRefusal(again: AnsweredPayload, input: Record<string, unknown>): PermissionResult {
  return again.decision.effect === "ask" ? refused(again.decision) : resultOf(again, input);
}

/** What Claude Code would do: a rewrite that it could not make is a deny there. */
function resultOf(answered: AnsweredPayload, input: Record<string, unknown>): PermissionResult {
  const { decision } = answered;
  if (!isDenied(answered)) return { behavior: "allow", updatedInput: inputOf(answered, input) };
  const why = own(specificOf(answered), "permissionDecisionReason");
  const told = decision.effect === "deny" || typeof why !== "string" ? toMessage(decision) : why;
  return { behavior: "deny", message: told };
}

function inputOf(answered: AnsweredPayload, input: Record<string, unknown>): Record<string, unknown> {
  const rewritten = own(specificOf(answered), "updatedInput");
  return isRecord(rewritten) ? { ...rewritten } : input;
}

/** INVARIANT: a deny is a deny even where the words for it were not found. */
function isDenied(answered: AnsweredPayload): boolean {
  return answered.decision.effect === "deny" || own(specificOf(answered), "permissionDecision") === "deny";
}

function specificOf({ answer }: AnsweredPayload): unknown {
  return own(answer, "hookSpecificOutput");
}

function refused(decision: Decision): PermissionResult {
  const why =
    decision.reason === ""
      ? "a person did not approve it"
      : `${decision.reason}; a person did not approve it`;
  return { behavior: "deny", message: toMessage({ ...decision, effect: "deny", reason: why }) };
}

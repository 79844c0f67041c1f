import type { Decision } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hookResult, type HookResult } from "../output/hook-result.js";
import { PREEMPTS } from "../hooks/definition.js";
import {
  type Approval,
  type ApprovalEvent,
  approvalOf,
  type ApprovalStep,
  approvalSteps,
} from "../permissions/approval.js";
import { dangerOf, isPlainlyGranted, restsOnTraits, safetyFields } from "./safety.js";
import {
  fieldsOf,
  type SafetyMode,
  type HostToolCall,
  type ToolCallOutcome,
  type ToolTraits,
} from "./tool-call.js";

/** What the chain asks, of whom. */
interface ApprovalChain {
  /** Decides on an event. */
  readonly decide: (event: string, fields: JsonObject) => Promise<Decision>;
  readonly traitsOf: (call: HostToolCall) => ToolTraits;
  readonly mode: () => SafetyMode | undefined;
  /** The patterns that the user has allowed for the session. */
  readonly granted: () => readonly string[];
  readonly ask: (call: HostToolCall, metadata: Readonly<Record<string, string>>) => Promise<ToolCallOutcome>;
  readonly aborted: () => boolean;
}

/** The hooks of one event have had their say. */
interface Stage {
  readonly event: ApprovalEvent;
  readonly result: HookResult;
  readonly approval: Approval | null;
  /** Who asks. */
  readonly asks: readonly ApprovalStep[];
}

/** What the user has granted, as the reason of a call that runs. */
const GRANTED: Approval = {
  approval_decision: "allow",
  approval_source: "session_permissions_allow",
};

/**
 * The approval chain of a call: transform, guard, rules and hooks, the hooks before the prompt, the user (SPEC, "The approval
 * chain").
 *
 * INVARIANT: after a rewrite by `pre_tool_use`, no approval counts that was given for other arguments. The engine asks the rules
 * and hooks of `pre_tool_use` once more about the final input; the guards are asked again here.
 */
export async function approveToolCall(wanted: HostToolCall, chain: ApprovalChain): Promise<ToolCallOutcome> {
  const transform = await passed("tool_input_transform", wanted, chain);
  if ("kind" in transform) return transform;
  const given = patched(wanted, transform.result);
  const guard = await passed("tool_guard", given, chain);
  if ("kind" in guard) return guard;
  const safety = safetyFields(chain.traitsOf(given), chain.mode());
  const rules = await passed("pre_tool_use", given, chain, safety);
  if ("kind" in rules) return rules;

  const call = patched(given, rules.result);
  const traits = chain.traitsOf(call);
  const looked = await secondLook({ given, call, guard, rules, safety, traits }, chain);
  if ("kind" in looked) return looked;
  const { isForPerson, approval } = looked;
  const known = { ...dangerOf(traits), ...looked.metadata };
  if (isForPerson) return await chain.ask(call, known);
  if (approval !== null) return { kind: "run", call, approval };

  const request = await passed("permission_request", call, chain);
  if ("kind" in request) return request;
  const metadata = { ...request.result.metadata, ...known };
  const changed = patched(call, request.result);
  if (!sameJson(changed.input, call.input)) return await askedAnew(changed, request, metadata, chain);
  if (request.approval !== null) return { kind: "run", call, approval: request.approval };
  return await chain.ask(call, metadata);
}

/**
 * A call that the hooks before the prompt have written: guard, rules and hooks look at it as at a new one, and what they would let pass
 * needs the approval of the hook, which was for this call.
 */
async function askedAnew(
  call: HostToolCall,
  { approval }: Stage,
  metadata: Readonly<Record<string, string>>,
  chain: ApprovalChain,
): Promise<ToolCallOutcome> {
  const guard = await passed("tool_guard", call, chain);
  if ("kind" in guard) return guard;
  const rules = await passed("pre_tool_use", call, chain, safetyFields(chain.traitsOf(call), chain.mode()));
  if ("kind" in rules) return rules;
  const isOther = !sameJson(patched(call, rules.result).input, call.input);
  const asks = guard.result.decision === "ask" || rules.result.decision === "ask";
  if (approval === null || asks || isOther) return await chain.ask(patched(call, rules.result), metadata);
  return { kind: "run", call, approval };
}

/** One stage of the chain; or the outcome, where it ends the call. */
async function passed(
  event: ApprovalEvent,
  call: HostToolCall,
  chain: ApprovalChain,
  more: JsonObject = {},
): Promise<Stage | ToolCallOutcome> {
  const decision = await chain.decide(event, { ...fieldsOf(call), ...more });
  const asks = approvalSteps(decision, event).filter((step) => step.approval_decision === "ask");
  const stage = {
    event,
    result: hookResult(decision, { event }),
    approval: approvalOf(decision, event),
    asks,
  };
  if (chain.aborted()) return canceled(call);
  if (stage.result.allowed) return stage;
  return blocked(event === "tool_input_transform" ? patched(call, stage.result) : call, stage);
}

/** The call before and after the rules and hooks of `pre_tool_use`, and what the stages said so far. */
interface RuledCall {
  readonly given: HostToolCall;
  readonly call: HostToolCall;
  readonly guard: Stage;
  readonly rules: Stage;
  readonly safety: JsonObject;
  /** Of `call`. */
  readonly traits: ToolTraits;
}

/** What counts of guard and rules; after a rewrite, the guards are asked about the call as it is now. */
async function secondLook(
  { given, call, guard, rules, safety, traits }: RuledCall,
  chain: ApprovalChain,
): Promise<
  | {
      readonly isForPerson: boolean;
      readonly approval: Stage["approval"];
      readonly metadata: Readonly<Record<string, string>>;
    }
  | ToolCallOutcome
> {
  const { approval } = rules;
  const asks = guard.result.decision === "ask";
  const metadata = { ...guard.result.metadata };
  if (sameJson(call.input, given.input)) {
    const preempts = rules.asks.filter(({ policy }) => policy.includes(`${PREEMPTS}.hooks[`));
    if (preempts.length === 0) return { isForPerson: asks, approval, metadata };
    // The user has answered that question already, in so many words; what anybody else asks is still to be answered.
    const isGranted = preempts.length === rules.asks.length && isPlainlyGranted(call, chain.granted());
    return { isForPerson: asks || !isGranted, approval: isGranted ? GRANTED : approval, metadata };
  }
  const again = await passed("tool_guard", call, chain);
  if ("kind" in again) return again;
  const isOther = !sameJson(safetyFields(traits, chain.mode()), safety);
  return {
    // An ask about a call that a hook has written is for the user: a rule or hook that approves later may have meant the
    // first call.
    isForPerson: asks || again.result.decision === "ask" || rules.result.decision === "ask",
    approval: isOther && approval !== null && restsOnTraits(approval) ? null : approval,
    metadata: { ...metadata, ...again.result.metadata },
  };
}

/** The outcome of a call that was withdrawn. */
export function canceled(call: HostToolCall): ToolCallOutcome {
  return {
    kind: "refused",
    call,
    message: "canceled",
    approval: { approval_decision: "canceled", approval_source: "context_canceled" },
  };
}

function blocked(call: HostToolCall, { event, result, approval }: Stage): ToolCallOutcome {
  const denial = approval ?? { approval_decision: "deny", approval_source: `${event}_hook_deny` };
  const byRule = denial.approval_source.endsWith("_permissions_deny");
  const by = byRule ? "Tool call" : `Tool call blocked by ${event} hook:`;
  return { kind: "refused", call, message: `${by} ${result.message}`, approval: denial };
}

function patched(call: HostToolCall, { modifiedInput }: HookResult): HostToolCall {
  return { ...call, input: { ...call.input, ...modifiedInput } };
}

/** A patch keeps the order of the keys: equal objects have equal texts. */
function sameJson(a: JsonObject, b: JsonObject): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

import type { Decision } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { hookResult, type HookResult } from "../output/hook-result.js";
import { type Approval, type ApprovalEvent, approvalOf } from "../permissions/approval.js";
import { dangerOf, restsOnTraits, safetyFields } from "./safety.js";
import {
  fieldsOf,
  type SafetyMode,
  type HostToolCall,
  type ToolCallOutcome,
  type ToolTraits,
} from "./tool-call.js";

/** What the chain asks, of whom. */
export interface ApprovalChain {
  /** Decides on an event. */
  readonly decide: (event: string, fields: JsonObject) => Promise<Decision>;
  readonly traitsOf: (call: HostToolCall) => ToolTraits;
  readonly mode: () => SafetyMode | undefined;
  readonly ask: (call: HostToolCall, metadata: Readonly<Record<string, string>>) => Promise<ToolCallOutcome>;
  readonly aborted: () => boolean;
}

/** The hooks of one event have had their say. */
interface Stage {
  readonly event: ApprovalEvent;
  readonly result: HookResult;
  readonly approval: Approval | null;
}

/**
 * The approval chain of a call: transform, guard, rules and hooks, the hooks before the prompt, the user (SPEC, "The approval
 * chain").
 *
 * INVARIANT: after a rewrite by `pre_tool_use`, no approval counts that was given for other arguments. The engine asks the rules
 * and hooks of `pre_tool_use` once more about the final input; the guards are asked again here.
 */
export async function approveToolCall(wanted: HostToolCall, chain: ApprovalChain): Promise<ToolCallOutcome> {
  const stage = async (event: ApprovalEvent, fields: JsonObject): Promise<Stage> => {
    const decision = await chain.decide(event, fields);
    return { event, result: hookResult(decision, { event }), approval: approvalOf(decision, event) };
  };

  const transform = await stage("tool_input_transform", fieldsOf(wanted));
  if (chain.aborted()) return canceled(wanted);
  const given = patched(wanted, transform.result);
  if (!transform.result.allowed) return blocked(given, transform);

  const guard = await stage("tool_guard", fieldsOf(given));
  if (chain.aborted()) return canceled(given);
  if (!guard.result.allowed) return blocked(given, guard);

  const mode = chain.mode();
  const safety = safetyFields(chain.traitsOf(given), mode);
  const rules = await stage("pre_tool_use", { ...fieldsOf(given), ...safety });
  if (chain.aborted()) return canceled(given);
  if (!rules.result.allowed) return blocked(given, rules);

  const call = patched(given, rules.result);
  const traits = chain.traitsOf(call);
  let { approval } = rules;
  let isForPerson = guard.result.decision === "ask";
  let metadata = { ...guard.result.metadata };
  if (!sameJson(call.input, given.input)) {
    const again = await stage("tool_guard", fieldsOf(call));
    if (chain.aborted()) return canceled(call);
    if (!again.result.allowed) return blocked(call, again);
    // An ask about a call that a hook has written is for the user: a rule or hook that approves later may have meant the
    // first call.
    isForPerson ||= again.result.decision === "ask" || rules.result.decision === "ask";
    metadata = { ...metadata, ...again.result.metadata };
    const isOther = !sameJson(safetyFields(traits, mode), safety);
    if (isOther && approval !== null && restsOnTraits(approval)) approval = null;
  }
  const known = { ...dangerOf(traits), ...metadata };
  if (isForPerson) return await chain.ask(call, known);
  if (approval !== null) return { kind: "run", call, approval };

  const request = await stage("permission_request", fieldsOf(call));
  if (chain.aborted()) return canceled(call);
  if (!request.result.allowed) return blocked(call, request);
  if (request.approval !== null) return { kind: "run", call, approval: request.approval };
  return await chain.ask(call, { ...request.result.metadata, ...known });
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

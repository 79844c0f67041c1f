import { type Approval, type ApprovalEvent, approvalOf, type HookResult } from "@gatehouse-hooks/hosts";
import type { Tool, ToolInput } from "./docker-agent-tools.js";

/** A call that the model wants to make. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

/** What decides where no rule does; absent: the prompt, but for read-only tools. */
export type Mode = "strict" | "balanced" | "autonomous";

/** What the host knows of a call's danger. */
export type SafetyLabel = "safe" | "destructive" | "unknown";

/** The user's answer at a prompt. */
export type UserAnswer =
  | { readonly kind: "approve" }
  /** And every later call of the tool. */
  | { readonly kind: "approve-tool"; readonly tool: string }
  | { readonly kind: "approve-balanced" }
  /** And everything later. */
  | { readonly kind: "approve-session" }
  | { readonly kind: "reject"; readonly reason: string };

/** What `on_tool_approval_decision` reports. */
export type HostApproval =
  Approval | { readonly approval_decision: "canceled"; readonly approval_source: "context_canceled" };

export interface Approved {
  /** With the arguments that hooks have written. */
  readonly call: ToolCall;
  /** The tool's answer when it must not run. */
  readonly refused: string | null;
  readonly approval: HostApproval;
}

export type Fire = (
  name: string,
  fields: Readonly<Record<string, unknown>>,
) => Promise<{ readonly result: HookResult; readonly approval: Approval | null }>;

export interface ApprovalChain {
  readonly fire: Fire;
  readonly toolOf: (call: ToolCall) => Tool;
  readonly mode: () => Mode | undefined;
  /** `null`: nobody sits at the session. */
  readonly user: ((call: ToolCall, metadata: Readonly<Record<string, string>>) => UserAnswer) | null;
  /** Keeps what the user allowed for later. */
  readonly remember: (answer: UserAnswer) => Promise<void>;
  readonly aborted: () => boolean;
}

const SOURCES: Readonly<Record<UserAnswer["kind"], string>> = {
  approve: "user_approved",
  "approve-tool": "user_approved_tool",
  "approve-balanced": "user_approved_balanced",
  "approve-session": "user_approved_session",
  reject: "user_rejected",
};

/**
 * The approval chain of a call: transform, guard, rules and hooks, the hooks before the prompt, the user. A rewrite is looked
 * at before anybody's approval counts: the engine asks the rules and hooks of `pre_tool_use` once more about the final
 * input, and the guards are fired again.
 */
export async function approve(wanted: ToolCall, chain: ApprovalChain): Promise<Approved> {
  const { fire } = chain;
  const canceled = (call: ToolCall): Approved => ({
    call,
    refused: "canceled",
    approval: { approval_decision: "canceled", approval_source: "context_canceled" },
  });

  const transformed = await fire("tool_input_transform", fieldsOf(wanted));
  if (chain.aborted()) return canceled(wanted);
  let call = patched(wanted, transformed.result);
  if (!transformed.result.allowed) return blocked(call, "tool_input_transform", transformed);

  const guard = await fire("tool_guard", fieldsOf(call));
  if (chain.aborted()) return canceled(call);
  if (!guard.result.allowed) return blocked(call, "tool_guard", guard);
  let guarded = guard.result.decision === "ask";
  let metadata = { ...guard.result.metadata };

  const tool = chain.toolOf(call);
  const safety = {
    safety_label: labelOf(tool),
    ...(chain.mode() === undefined ? {} : { safety_policy: chain.mode() }),
    ...(tool.readOnly === true ? { tool_read_only: true } : {}),
  };
  const before = await fire("pre_tool_use", { ...fieldsOf(call), ...safety });
  if (chain.aborted()) return canceled(call);
  const rewritten = patched(call, before.result);
  if (before.approval?.approval_decision === "deny") return blocked(call, "pre_tool_use", before);
  if (JSON.stringify(rewritten.input) !== JSON.stringify(call.input)) {
    call = rewritten;
    const again = await fire("tool_guard", fieldsOf(call));
    if (!again.result.allowed) return blocked(call, "tool_guard", again);
    // An ask about a call that a hook has written is for the user: whoever approves by a rule or a hook had the first
    // call in mind.
    guarded ||= again.result.decision === "ask" || before.result.decision === "ask";
    metadata = { ...metadata, ...again.result.metadata };
  }

  let requested: HookResult["metadata"] = null;
  if (!guarded) {
    if (before.approval !== null) return { call, refused: null, approval: before.approval };
    const asked = await fire("permission_request", fieldsOf(call));
    if (chain.aborted()) return canceled(call);
    if (asked.approval?.approval_decision === "deny") return blocked(call, "permission_request", asked);
    if (asked.approval !== null) return { call, refused: null, approval: asked.approval };
    requested = asked.result.metadata;
  }
  return await prompt(call, { ...requested, ...dangerOf(tool), ...metadata }, chain);
}

async function prompt(
  call: ToolCall,
  metadata: Readonly<Record<string, string>>,
  { fire, user, remember }: ApprovalChain,
): Promise<Approved> {
  if (user === null) {
    return {
      call,
      refused: "denied: nobody can be asked in a non-interactive session",
      approval: { approval_decision: "deny", approval_source: "non_interactive_deny" },
    };
  }
  await fire("on_user_input", {});
  const answer = user(call, metadata);
  await remember(answer);
  const rejected = answer.kind === "reject";
  const why = rejected && answer.reason !== "" ? `: ${answer.reason}` : "";
  return {
    call,
    refused: rejected ? `the user rejected the tool call${why}` : null,
    approval: {
      approval_decision: rejected ? "deny" : "allow",
      approval_source: SOURCES[answer.kind],
    },
  };
}

function blocked(
  call: ToolCall,
  event: ApprovalEvent,
  { result, approval }: { readonly result: HookResult; readonly approval: Approval | null },
): Approved {
  const denial = approval ?? approvalOf({ effect: "deny", policy: null }, event);
  if (denial === null) throw new Error("a denial has a source");
  const byRule = denial.approval_source.endsWith("_permissions_deny");
  return {
    call,
    refused: byRule ? `Tool call ${result.message}` : `Tool call blocked by ${event} hook: ${result.message}`,
    approval: denial,
  };
}

function fieldsOf({ id, name, input }: ToolCall): Readonly<Record<string, unknown>> {
  return { tool_name: name, tool_use_id: id, tool_input: input };
}

function patched(call: ToolCall, { modifiedInput }: HookResult): ToolCall {
  return { ...call, input: { ...call.input, ...modifiedInput } };
}

/** The annotations say it; what a shell command does is not classified. */
function labelOf({ readOnly, destructive }: Tool): SafetyLabel {
  if (destructive === true) return "destructive";
  return readOnly === true ? "safe" : "unknown";
}

function dangerOf(tool: Tool): Readonly<Record<string, string>> {
  const label = labelOf(tool);
  return { safety_label: label, blast_radius: label === "destructive" ? "high" : "unknown" };
}
